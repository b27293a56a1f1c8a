import { lastEvents } from '../../../projections/emails/emails.document.js';
import { GetEmail } from '../../../application/email/get-email.js';
import { ListEmails } from '../../../application/email/list-emails.js';
import { CancelEmail, RescheduleEmail } from '../../../application/email/schedule-email.js';
import { AcceptBatch } from '../../../application/submission/accept-rest-batch.js';
import { AcceptEmail } from '../../../application/submission/accept-rest-email.js';
import { bodySchema, readOrError } from '../edge/field.js';
import { sendInSlices } from '../edge/large-answers.js';
import { header, invalidBody, listErrors, page, query } from '../openapi/operation.js';
import { get, patch, post } from '../openapi/served.js';
import { listOf } from '../edge/page.js';
import { createdAt, emailId, listOf as exampleList, secondEmailId } from '../openapi/shared-examples.js';
import { maxBatchItems, readBatchItems } from './body/batch.js';
import { readRescheduleBody, RescheduleBody } from './body/scheduled-time.js';
import { readSendEmailBody, SendEmailBody, toEmailRequest } from './body/send-email.body.js';
import { describeSendRefusal } from './email.refusals.js';
import * as answers from './emails.answers.js';
import { readBatchMode, readIdempotency, readLastEvent } from './emails.parameters.js';

const idempotencyKey = header(
  'Idempotency-Key',
  { type: 'string', minLength: 1, maxLength: 256 },
  'A key that makes retries safe. A repeated request with the same key and body within 24 hours gets the first response, and nothing is sent again.',
);
const batchValidation = header(
  'x-batch-validation',
  { type: 'string', enum: ['strict', 'permissive'], default: 'strict' },
  '`strict`: one invalid email causes the whole batch to be refused. `permissive`: the valid emails are accepted.',
);
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
const changedEmail = ({ id }: { readonly id: string }) => ({ object: 'email', id }) as const;

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

export const sendEmail = post({
  path: '/emails',
  olderPaths: ['/email', '/emails/sending', '/email/sending'],
  summary: 'Send an email',
  description:
    'The server responds after the email is stored on disk. `to`, `cc`, and `bcc` together can have at most 50 addresses, and the request body at most 40 MB.',
  access: 'sending',
  bodyRead: bodySchema(SendEmailBody),
  parameters: [idempotencyKey],
  answer: answers.sentEmail,
  errors: sendErrors,
  examples: {
    smallest: { summary: 'An email with only the required fields', request: plain, answer: sent },
    full: {
      summary: 'An email with HTML, text, Cc, Bcc, headers, tags, and an attachment',
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
    scheduled: { summary: 'A scheduled email', request: { ...plain, scheduled_at: 'in 1 hour' }, answer: sent },
  },
  runs: AcceptEmail,
  input: async ({ caller: { principal, context }, request: { headers, body: raw }, options, content }) => {
    const idempotency = await readIdempotency(headers, '/emails', raw);
    const body = readOrError(readSendEmailBody(raw, 'The request body', options.clock.now()));
    return { context, principal, request: await toEmailRequest(body, content.textOf), idempotency };
  },
  present: (accepted) => ({ id: accepted.emailId }),
});

export const sendBatch = post({
  path: '/emails/batch',
  summary: `Send up to ${maxBatchItems} emails in one request`,
  description:
    'By default, the batch is accepted completely or not at all. The IDs are in the order of the request. One `Idempotency-Key` covers the whole batch.',
  access: 'sending',
  bodyRead: { type: 'array', items: bodySchema(SendEmailBody), minItems: 1, maxItems: maxBatchItems },
  parameters: [idempotencyKey, batchValidation],
  answer: answers.sentBatch,
  errors: sendErrors,
  examples: {
    strict: {
      summary: 'A batch of two emails',
      request: [plain, { ...plain, to: 'delivered+second@resend.dev' }],
      answer: { data: [{ id: emailId }, { id: secondEmailId }] },
    },
    permissive: {
      summary: 'Two emails in permissive mode, one of them invalid',
      request: [plain, { ...plain, to: 'nobody' }],
      headers: { 'x-batch-validation': 'permissive' },
      answer: {
        data: [{ id: emailId }],
        errors: [{ index: 1, message: 'Invalid `to` field. It needs at least one address.' }],
      },
    },
  },
  runs: AcceptBatch,
  input: async ({ caller: { principal, context }, request: { headers, body }, options, content }) => {
    const mode = readBatchMode(headers);
    const idempotency = await readIdempotency(headers, '/emails/batch', body);
    const items = await readBatchItems(body, mode, content.textOf, options.clock.now());
    return { context, principal, items, mode, idempotency, describe: describeSendRefusal };
  },
  present({ emailIds, errors }, _asked, { mode }) {
    const data = emailIds.map((id) => ({ id }));
    return mode === 'permissive' ? { data, errors } : { data };
  },
});

export const listEmails = get({
  path: '/emails',
  summary: 'List emails, newest first',
  parameters: [
    ...page,
    query('last_event', { type: 'string', enum: lastEvents }, 'Only emails with this `last_event`.'),
  ],
  answer: answers.emailList,
  errors: listErrors,
  examples: { list: { summary: 'One email', answer: exampleList(exampleRow) } },
  runs: ListEmails,
  input: ({ teamId, page: asked, query: filters }) => ({ teamId, page: asked, lastEvent: readLastEvent(filters) }),
  present: ({ documents, hasMore }) => listOf(documents.map(answers.presentEmailRow), hasMore),
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
  runs: GetEmail,
  input: ({ teamId, path, request }) => ({ teamId, emailId: path.id, takeBytes: request.holdBytes }),
  present({ email, body }, { reply }) {
    sendInSlices(reply, [body]);
    return answers.presentEmail(email, body);
  },
});

export const rescheduleEmail = patch({
  path: '/emails/{id}',
  summary: 'Reschedule an email',
  bodyRead: bodySchema(RescheduleBody),
  answer: answers.changedEmail,
  errors: { ...invalidBody, 404: ['not_found'], 422: ['invalid_parameter', ...invalidBody[422]] },
  examples: {
    later: { summary: 'A new time in two hours', request: { scheduled_at: 'in 2 hours' }, answer: changed },
  },
  runs: RescheduleEmail,
  input({ context, path, request, options }) {
    const body = readOrError(readRescheduleBody(request.body, options.clock.now()));
    return { context, emailId: path.id, scheduledAt: body.scheduled_at };
  },
  present: changedEmail,
});

export const cancelEmail = post({
  path: '/emails/{id}/cancel',
  summary: 'Cancel a scheduled email',
  answer: answers.changedEmail,
  errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  examples: { canceled: { summary: 'A canceled email', answer: changed } },
  runs: CancelEmail,
  input: ({ context, path }) => ({ context, emailId: path.id }),
  present: changedEmail,
});
