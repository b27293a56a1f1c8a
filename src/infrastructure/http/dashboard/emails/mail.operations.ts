import { GetEmailOverview } from '../../../../application/email/get-email-overview.js';
import { ResendEmail } from '../../../../application/submission/resend-email.js';
import { readIdempotency } from '../../emails/emails.parameters.js';
import { get as getOf, header, id, oneErrors } from '../../openapi/operation.js';
import { get, post } from '../../openapi/served.js';
import { createdAt, emailId, secondEmailId } from '../../openapi/shared-examples.js';
import * as answers from './mail.answers.js';
import { imagesParameter } from '../../emails/rendering/mail-frame.js';

const at = '2026-01-02T03:04:05.678Z';

export const getOverview = get({
  path: '/dashboard-api/emails/{id}/overview',
  summary: 'Get an email without its content, with its timeline',
  answer: answers.emailOverview,
  examples: {
    accepted: {
      summary: 'An accepted email',
      answer: {
        object: 'email_overview',
        id: emailId,
        message_id: '<019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e11@resend.dev>',
        to: ['delivered@resend.dev'],
        from: 'Shop <onboarding@resend.dev>',
        created_at: createdAt,
        subject: 'Your order',
        bcc: [],
        cc: [],
        reply_to: [],
        last_event: 'queued',
        scheduled_at: null,
        tags: [],
        topic_id: null,
        recipients: [{ address: 'delivered@resend.dev', role: 'to', status: 'queued', reply: null, at: createdAt }],
        accepted_by: { kind: 'api-key', id: '019a3f5e-7c1a-7d30-9c4b-5c6f0a5c8e44' },
        broadcast: null,
        request_id: '019a3f5e-7c1a-7d30-9c4b-7e6f0a5c8e66',
        erased: false,
        is_raw: false,
        attachments: 0,
        timeline: [
          {
            id: emailId,
            type: 'EmailAccepted',
            created_at: at,
            actor: 'api-key',
            recipients: [0],
            summary: 'Accepted for 1 recipient',
            reply: null,
            until: null,
            reason: null,
            meaning: null,
            kind: null,
            note: null,
            tls: null,
            hit: null,
          },
        ],
      },
    },
  },
  runs: GetEmailOverview,
  input: ({ teamId, path }) => ({ teamId, emailId: path.id }),
  present: answers.presentOverview,
});

export const getFrame = getOf({
  path: '/dashboard-api/emails/{id}/frame',
  summary: 'Get the sanitized HTML of an email, for display in a frame',
  parameters: [id, imagesParameter],
  answer: undefined,
  mediaType: 'text/html',
  errors: { ...oneErrors, 503: ['application_error'] },
});

export const getSource = getOf({
  path: '/dashboard-api/emails/{id}/source',
  summary: 'Download the source of an email, as sent, before DKIM signing',
  answer: undefined,
  mediaType: 'message/rfc822',
  errors: { ...oneErrors, 503: ['application_error'] },
});

export const resendEmail = post({
  path: '/dashboard-api/emails/{id}/resend',
  summary: 'Send a copy of an email to the same recipients',
  parameters: [
    id,
    header(
      'Idempotency-Key',
      { type: 'string', minLength: 1, maxLength: 256 },
      'A key that makes retries safe. A repeated request with the same key within 24 hours returns the same new email.',
    ),
  ],
  answer: answers.resentEmail,
  errors: {
    400: ['invalid_idempotency_key'],
    403: ['validation_error'],
    404: ['not_found'],
    409: ['concurrent_idempotent_requests', 'invalid_idempotent_request'],
    422: ['invalid_parameter', 'invalid_attachment', 'validation_error'],
    429: ['daily_quota_exceeded', 'monthly_quota_exceeded', 'rate_limit_exceeded'],
    503: ['application_error'],
  },
  examples: { sent: { summary: 'The new email', answer: { id: secondEmailId } } },
  runs: ResendEmail,
  input: async ({ caller: { context, principal }, path, request: { headers, holdBytes: takeBytes } }) => {
    const idempotency = await readIdempotency(headers, '/emails', null);
    return { context, principal, emailId: path.id, idempotencyKey: idempotency?.key ?? null, takeBytes };
  },
  present: (resent) => ({ id: resent.emailId }),
});
