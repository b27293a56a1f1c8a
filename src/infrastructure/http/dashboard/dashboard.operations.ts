import { allOrPage, get, id, listErrors, oneErrors, query } from '../openapi/operation.js';
import { createdAt, listOf } from '../openapi/shared-examples.js';
import * as answers from './dashboard.answers.js';
import { domainDmarc, domainFindings, pageDomainList } from './domain-findings.answers.js';

const at = '2026-01-02T03:04:05.678Z';

const domainId = '019a3f5e-7c1a-7d30-9c4b-6d6f0a5c8e55';

const mx = {
  record: 'SPF',
  name: 'send',
  type: 'MX',
  ttl: 'Auto',
  status: 'pending',
  value: 'mail.posthorn.test',
  priority: 10,
} as const;

const domainRow = {
  id: domainId,
  name: 'example.com',
  status: 'pending',
  created_at: createdAt,
  region: 'us-east-1',
  open_tracking: false,
  click_tracking: false,
  capabilities: { sending: 'enabled', receiving: 'disabled' },
} as const;

const findings = {
  object: 'domain_findings',
  domain: { object: 'domain', ...domainRow, records: [mx] },
  origin: 'team',
  status: 'pending',
  may_send: false,
  check_awaited: false,
  last_checked_at: at,
  tls: 'opportunistic',
  custom_return_path: 'send',
  former_tracking: [
    {
      name: 'clicks',
      full_name: 'clicks.example.com',
      value: 'links.posthorn.test',
      finding: 'verified',
      found: ['links.posthorn.test'],
    },
  ],
  name_servers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
  dns_provider: 'Cloudflare',
  claim: null,
  data: [
    {
      full_name: 'send.example.com',
      required: true,
      finding: 'different',
      found: ['20 mail.posthorn.test'],
      advice: ['The priority is 20; set it to 10.'],
      advice_codes: ['wrong-priority'],
    },
  ],
} as const;

const emailId = '019a3f5e-7c1a-7d30-9c4b-8f6f0a5c8e77';

export const getStatus = get({
  path: '/dashboard-api/status',
  summary: 'What an operator must know before trusting that mail leaves',
  parameters: [],
  answer: answers.status,
  errors: {},
  examples: {
    running: { summary: 'Mail leaves', answer: { object: 'status', delivery: { state: 'running', held_since: null } } },
  },
});

export const listPageDomains = get({
  path: '/dashboard-api/domains',
  summary: 'List domains, the sandboxes of the server among them, newest first; all of them without a limit',
  parameters: allOrPage,
  answer: pageDomainList,
  errors: listErrors,
  examples: {
    list: {
      summary: 'One domain',
      answer: listOf({
        ...domainRow,
        origin: 'team' as const,
        last_checked_at: at,
        records: { verified: 0, total: 3 },
      }),
    },
  },
});

export const getQueue = get({
  path: '/dashboard-api/queue',
  summary: 'What waits to be sent, by recipient domain',
  parameters: [],
  answer: answers.queue,
  errors: {},
  examples: {
    deferred: {
      summary: 'A receiver that wants it later',
      answer: {
        object: 'queue',
        complete: true,
        data: [
          {
            domain: 'example.com',
            due: 0,
            waiting: 2,
            in_attempt: 0,
            next_at: at,
            last_reply: '451 4.7.1 at rcpt',
            last_reply_text: '4.7.1 Greylisted, try again in 5 minutes',
            reply_kind: 'policy',
            since: at,
            paused: null,
            first_email_id: emailId,
          },
        ],
        pauses: [],
      },
    },
  },
});

export const listRegions = get({
  path: '/dashboard-api/regions',
  summary: 'The regions that a domain can be in',
  parameters: [],
  answer: answers.regionList,
  errors: {},
  examples: {
    all: { summary: 'The default first', answer: listOf({ name: 'us-east-1' }, { name: 'eu-west-1' }) },
  },
});

export const getInstallation = get({
  path: '/dashboard-api/installation',
  summary: 'How this server takes mail over SMTP, and how long it keeps what',
  parameters: [],
  answer: answers.installation,
  errors: {},
  examples: {
    plain: {
      summary: 'One port, everything kept',
      answer: {
        object: 'installation',
        smtp: {
          user_names: ['posthorn', 'resend'],
          ports: [{ port: 10587, encryption: 'starttls' }],
          certificate: 'self-signed',
        },
        retention: { retention_days: null, request_log_days: 30 },
        notices_leave: true,
        features: { authenticator: true, passkeys: true, activity: true, server: true },
      },
    },
  },
});

export const getDomainFindings = get({
  path: '/dashboard-api/domains/{id}/findings',
  summary: 'What the last check found of a domain’s records',
  answer: domainFindings,
  examples: { pending: { summary: 'One record is not right yet', answer: findings } },
});

export const getDomainDmarc = get({
  path: '/dashboard-api/domains/{id}/dmarc',
  summary: 'What DNS says now of a domain’s DMARC',
  answer: domainDmarc,
  examples: {
    missing: {
      summary: 'None is published',
      answer: {
        object: 'domain_dmarc',
        finding: 'missing',
        found_at: null,
        found: [],
        policy: null,
        advice: ['There is no DMARC record, and Gmail and Yahoo require one from bulk senders.'],
        suggested: { name: '_dmarc.example.com', value: 'v=DMARC1; p=none;' },
      },
    },
  },
});

export const getPreview = get({
  path: '/dashboard-api/emails/{id}/preview',
  summary: 'An email as a page may show it',
  answer: answers.emailPreview,
  examples: {
    text: {
      summary: 'An email without HTML',
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
  summary: 'What happened to an email, oldest first',
  answer: answers.timeline,
  examples: {
    accepted: {
      summary: 'The first entry',
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
  summary: 'What happened to an email, who did it and why, and its state',
  parameters: [
    id,
    query('at', { type: 'string', format: 'date-time' }, 'Up to then, and the state then; defaults to the present.'),
  ],
  answer: answers.emailHistory,
  errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    present: {
      summary: 'An email that was just accepted',
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
  summary: 'What the built-in catcher received of an email',
  answer: answers.capturedList,
  examples: {
    one: {
      summary: 'One message in the catcher',
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
  summary: 'All of one message in the built-in catcher',
  parameters: [
    id,
    { ...id, name: 'number', schema: { type: 'integer' }, description: 'From the list of captured messages.' },
  ],
  answer: undefined,
  mediaType: 'message/rfc822',
  errors: { ...oneErrors, 503: ['application_error'] },
});
