import { get, id, oneErrors, query } from '../openapi/operation.js';
import { listOf } from '../openapi/shared-examples.js';
import * as answers from './dashboard.answers.js';

const at = '2026-01-02T03:04:05.678Z';

const emailId = '019a3f5e-7c1a-7d30-9c4b-8f6f0a5c8e77';

export const getStatus = get({
  path: '/dashboard-api/status',
  summary: 'Get the status of delivery',
  parameters: [],
  answer: answers.status,
  errors: {},
  examples: {
    running: {
      summary: 'Delivery without problems',
      answer: { object: 'status', delivery: { state: 'running', held_since: null, troubles: [] } },
    },
    failing: {
      summary: 'Delivery stopped by a relay that refuses the login',
      answer: {
        object: 'status',
        delivery: {
          state: 'running',
          held_since: null,
          troubles: [{ kind: 'relay-login', problem: 'The relay refuses the login', since: at }],
        },
      },
    },
  },
});

export const listRegions = get({
  path: '/dashboard-api/regions',
  summary: 'List the regions for domains',
  parameters: [],
  answer: answers.regionList,
  errors: {},
  examples: {
    all: { summary: 'Two regions, the default first', answer: listOf({ name: 'us-east-1' }, { name: 'eu-west-1' }) },
  },
});

export const getInstallation = get({
  path: '/dashboard-api/installation',
  summary: 'Get the SMTP settings, the retention periods, the delivery mode, and the features of the server',
  parameters: [],
  answer: answers.installation,
  errors: {},
  examples: {
    plain: {
      summary: 'A server with one SMTP port and no retention limit',
      answer: {
        object: 'installation',
        smtp: {
          user_names: ['posthorn', 'resend'],
          ports: [{ port: 10587, encryption: 'starttls' }],
          certificate: 'self-signed',
        },
        retention: { retention_days: null, request_log_days: 30 },
        notices_leave: true,
        delivery: { mode: 'mx', relay_suppresses: true },
        features: { authenticator: true, passkeys: true, activity: true, server: true },
      },
    },
  },
});

export const getPreview = get({
  path: '/dashboard-api/emails/{id}/preview',
  summary: 'Preview an email',
  answer: answers.emailPreview,
  examples: {
    text: {
      summary: 'An email without HTML content',
      answer: {
        object: 'email_preview',
        html: null,
        text: 'Thank you for your order.',
        cut: false,
        remote_images: false,
      },
    },
  },
});

export const getTimeline = get({
  path: '/dashboard-api/emails/{id}/timeline',
  summary: 'List the events of an email, oldest first',
  answer: answers.timeline,
  examples: {
    accepted: {
      summary: 'An accepted email',
      answer: listOf({
        id: emailId,
        type: 'EmailAccepted',
        created_at: at,
        actor: 'api-key',
        recipients: [0],
        summary: 'Accepted',
        reply: null,
      }),
    },
  },
});

export const getHistory = get({
  path: '/dashboard-api/emails/{id}/history',
  summary: 'Get the audit trail of an email and its state at a given time',
  parameters: [
    id,
    query(
      'at',
      { type: 'string', format: 'date-time' },
      'The time of the state. The audit trail ends at this time (default: now).',
    ),
  ],
  answer: answers.emailHistory,
  errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    present: {
      summary: 'An accepted email',
      answer: {
        object: 'email_history',
        at: null,
        state: null,
        data: [
          {
            id: emailId,
            type: 'EmailAccepted',
            created_at: at,
            actor: { kind: 'api-key', id: '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44' },
            summary: 'Accepted',
            request_id: '019a3f5e-7c1a-7d30-9c4b-7e6f0a5c8e66',
            because: [],
          },
        ],
      },
    },
  },
});

export const listCaptured = get({
  path: '/dashboard-api/emails/{id}/captured',
  summary: 'List the messages of an email in the built-in catcher',
  answer: answers.capturedList,
  examples: {
    one: {
      summary: 'A captured message',
      answer: listOf({
        number: 1,
        received_at: at,
        reverse_path: 'bounces@resend.dev',
        recipients: ['delivered@resend.dev'],
        size: 51,
        cut: false,
        subject: 'Your order',
        html: null,
        text: 'Thank you for your order.',
        headers: [{ name: 'Subject', value: 'Your order' }],
        raw: 'Subject: Your order\r\n\r\nThank you for your order.\r\n',
      }),
    },
  },
});

export const getCapturedMessage = get({
  path: '/dashboard-api/emails/{id}/captured/{number}',
  summary: 'Download a captured message',
  parameters: [
    id,
    {
      ...id,
      name: 'number',
      schema: { type: 'integer' },
      description: 'The `number` in the list of captured messages.',
    },
  ],
  answer: undefined,
  mediaType: 'message/rfc822',
  errors: { ...oneErrors, 503: ['application_error'] },
});
