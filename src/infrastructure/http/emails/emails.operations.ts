import { lastEvents } from '../../../projections/emails/emails.document.js';
import { bodySchema } from '../edge/field.js';
import { get, header, id, invalidBody, listErrors, open, page, patch, post, query } from '../openapi/operation.js';
import { createdAt, emailId, listOf, secondEmailId } from '../openapi/shared-examples.js';
import { maxBatchItems } from './body/batch.js';
import { RescheduleBody } from './body/scheduled-time.js';
import { SendEmailBody } from './body/send-email.body.js';
import * as answers from './emails.answers.js';

const idempotencyKey = header(
  'Idempotency-Key',
  { type: 'string', minLength: 1, maxLength: 256 },
  'A repeat with the same key and body within 24 hours gets the first answer, and nothing is sent again.',
);
const batchValidation = header(
  'x-batch-validation',
  { type: 'string', enum: ['strict', 'permissive'], default: 'strict' },
  'strict: one invalid email refuses all. permissive: the valid ones are sent.',
);
const attachmentId = { ...id, name: 'attachment_id' };
const attachmentPage = [
  query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'How many at most.'),
  query('after', { type: 'string', format: 'uuid' }, 'Later than the attachment with this id.'),
  query('before', { type: 'string', format: 'uuid' }, 'Earlier than the attachment with this id.'),
];
const sendErrors = {
  ...invalidBody,
  422: ['invalid_attachment', ...invalidBody[422]],
  400: ['invalid_idempotency_key', 'validation_error'],
  403: ['validation_error'],
  404: ['not_found'],
  409: ['concurrent_idempotent_requests', 'invalid_idempotent_request'],
  429: ['daily_quota_exceeded', 'monthly_quota_exceeded', 'rate_limit_exceeded'],
} as const;
const plain = {
  from: 'Shop <onboarding@resend.dev>',
  to: 'delivered@resend.dev',
  subject: 'Your order',
  text: 'Thank you for your order.',
};
const sent = { id: emailId };
const changed = { object: 'email', id: emailId } as const;

/** What an example of a list of emails shows. */
export const exampleRow = {
  id: emailId,
  message_id: '<019a3f5e-7c1a-7d30-9c4b-2f6f0a5c8e11@resend.dev>',
  to: ['delivered@resend.dev'],
  from: 'Shop <onboarding@resend.dev>',
  created_at: createdAt,
  subject: 'Your order',
  bcc: [],
  cc: [],
  reply_to: [],
  last_event: 'delivered',
  scheduled_at: null,
} as const;

const attachment = {
  id: '019a3f5e-7c1a-7d30-9c4b-4b6f0a5c8e33',
  filename: 'invoice.txt',
  content_type: 'text/plain; charset=utf-8',
  content_disposition: 'attachment',
  size: 10,
  download_url: `https://mail.example.com/emails/${emailId}/attachments/019a3f5e-7c1a-7d30-9c4b-4b6f0a5c8e33/download?expires=1767326645&signature=hQ2r0b3yX1o`,
  expires_at: '2026-01-02T04:04:05.000Z',
} as const;

export const sendEmail = post({
  path: '/emails',
  olderPaths: ['/email', '/emails/sending', '/email/sending'],
  summary: 'Send an email',
  description:
    'The answer comes when the email is safely stored. At most 50 addresses in `to`, `cc` and `bcc` together, and 40 MB.',
  access: 'sending',
  body: bodySchema(SendEmailBody),
  parameters: [idempotencyKey],
  answer: answers.sentEmail,
  errors: sendErrors,
  examples: {
    smallest: { summary: 'The smallest email', request: plain, answer: sent },
    full: {
      summary: 'Html and text, copies, headers, tags and an attachment',
      request: {
        from: 'Shop <onboarding@resend.dev>',
        to: ['Customer <delivered@resend.dev>'],
        cc: 'delivered+cc@resend.dev',
        bcc: ['delivered+bcc@resend.dev'],
        reply_to: 'Orders <orders@example.com>',
        subject: 'Your invoice',
        html: '<p>Thank you for your order.</p>',
        text: 'Thank you for your order.',
        headers: { 'X-Entity-Ref-ID': 'order-42' },
        tags: [{ name: 'category', value: 'invoice' }],
        attachments: [{ filename: 'invoice.txt', content: 'SW52b2ljZSA0Mg==' }],
      },
      headers: { 'Idempotency-Key': 'invoice/order-42' },
      answer: sent,
    },
    scheduled: { summary: 'An email for later', request: { ...plain, scheduled_at: 'in 1 hour' }, answer: sent },
  },
});

export const sendBatch = post({
  path: '/emails/batch',
  summary: `Send up to ${maxBatchItems} emails, all or none`,
  description: 'The ids are in the order of the request. One `Idempotency-Key` covers the whole batch.',
  access: 'sending',
  body: { type: 'array', items: bodySchema(SendEmailBody), minItems: 1, maxItems: maxBatchItems },
  parameters: [idempotencyKey, batchValidation],
  answer: answers.sentBatch,
  errors: sendErrors,
  examples: {
    strict: {
      summary: 'Two emails',
      request: [plain, { ...plain, to: 'delivered+second@resend.dev' }],
      answer: { data: [{ id: emailId }, { id: secondEmailId }] },
    },
    permissive: {
      summary: 'With `x-batch-validation: permissive`: one of two is refused',
      request: [plain, { ...plain, to: 'nobody' }],
      headers: { 'x-batch-validation': 'permissive' },
      answer: {
        data: [{ id: emailId }],
        errors: [{ index: 1, message: 'Invalid `to` field. It needs at least one address.' }],
      },
    },
  },
});

export const listEmails = get({
  path: '/emails',
  summary: 'List emails, newest first',
  parameters: [
    ...page,
    query('last_event', { type: 'string', enum: lastEvents }, 'Only emails whose `last_event` is this one.'),
  ],
  answer: answers.emailList,
  errors: listErrors,
  examples: { list: { summary: 'The newest emails', answer: listOf(exampleRow) } },
});

export const getEmail = get({
  path: '/emails/{id}',
  isPageRead: true,
  summary: 'Get an email',
  answer: answers.email,
  examples: {
    delivered: {
      summary: 'A delivered email',
      answer: {
        object: 'email',
        ...exampleRow,
        html: null,
        text: 'Thank you for your order.',
        tags: [{ name: 'category', value: 'invoice' }],
        topic_id: null,
        recipients: [
          {
            address: 'delivered@resend.dev',
            role: 'to',
            status: 'delivered',
            reply: { code: 250, enhanced_code: '2.0.0', text: 'OK' },
            at: createdAt,
          },
        ],
      },
    },
  },
});

export const rescheduleEmail = patch({
  path: '/emails/{id}',
  summary: 'Send a scheduled email at another time',
  body: bodySchema(RescheduleBody),
  answer: answers.changedEmail,
  errors: { ...invalidBody, 404: ['not_found'], 422: ['invalid_parameter', ...invalidBody[422]] },
  examples: {
    later: { summary: 'In two hours', request: { scheduled_at: 'in 2 hours' }, answer: changed },
  },
});

export const cancelEmail = post({
  path: '/emails/{id}/cancel',
  summary: 'Cancel a scheduled email',
  answer: answers.changedEmail,
  errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  examples: { canceled: { summary: 'Not sent any more', answer: changed } },
});

export const listAttachments = get({
  path: '/emails/{id}/attachments',
  isPageRead: true,
  summary: 'List the attachments of an email, in the order given',
  parameters: [id, ...attachmentPage],
  answer: answers.attachmentList,
  errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    list: { summary: 'One attachment', answer: listOf(attachment) },
  },
});

export const getAttachment = get({
  path: '/emails/{id}/attachments/{attachment_id}',
  summary: 'Get an attachment, with a link to its content',
  parameters: [id, attachmentId],
  answer: answers.attachment,
  examples: {
    one: { summary: 'A link to the content', answer: { object: 'attachment', ...attachment } },
  },
});

export const downloadAttachment = open({
  path: '/emails/{id}/attachments/{attachment_id}/download',
  summary: 'Download the content behind a signed link',
  parameters: [
    id,
    attachmentId,
    query('expires', { type: 'integer' }, 'From the `download_url`.'),
    query('signature', { type: 'string' }, 'From the `download_url`.'),
  ],
  answer: undefined,
  mediaType: 'application/octet-stream',
  errors: {
    403: ['invalid_access'],
    404: ['not_found'],
    422: ['invalid_parameter'],
    429: ['rate_limit_exceeded'],
    503: ['application_error'],
  },
});
