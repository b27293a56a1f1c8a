import { maxBatchItems } from './body/batch.js';
import { bodySchema } from '../edge/field.js';
import { lastEvents } from '../../../projections/emails/emails.document.js';
import { RescheduleBody } from './body/scheduled-time.js';
import { SendEmailBody } from './body/send-email.body.js';
import { ShareBody } from './body/share.body.js';
import { get, header, id, invalidBody, listErrors, open, type Operation, page, query } from '../openapi/operation.js';
import * as schemas from '../openapi/schemas.js';

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
  409: ['concurrent_idempotent_requests', 'invalid_idempotent_request'],
  429: ['daily_quota_exceeded', 'monthly_quota_exceeded', 'rate_limit_exceeded'],
} as const;
const send = {
  method: 'post',
  access: 'sending',
  body: bodySchema(SendEmailBody),
  parameters: [idempotencyKey],
  status: 200,
  answer: schemas.sentEmail,
  errors: sendErrors,
} as const;
const change = { method: 'post', access: 'full', parameters: [id], status: 200, answer: schemas.changedEmail } as const;
const sendAlias = (path: string): Operation => ({
  ...send,
  path,
  summary: 'Send an email (older path)',
  deprecated: true,
});
export const emailOperations: readonly Operation[] = [
  {
    ...send,
    path: '/emails',
    summary: 'Send an email',
    description:
      'The answer comes when the email is safely stored. At most 50 addresses in `to`, `cc` and `bcc` together, and 40 MB.',
  },
  sendAlias('/email'),
  sendAlias('/emails/sending'),
  sendAlias('/email/sending'),
  {
    ...send,
    path: '/emails/batch',
    summary: `Send up to ${maxBatchItems} emails, all or none`,
    description: 'The ids are in the order of the request. One `Idempotency-Key` covers the whole batch.',
    body: { type: 'array', items: bodySchema(SendEmailBody), minItems: 1, maxItems: maxBatchItems },
    parameters: [idempotencyKey, batchValidation],
    answer: schemas.sentBatch,
  },
  {
    ...get('/emails', 'List emails, newest first', schemas.emailList, listErrors),
    parameters: [
      ...page,
      query('last_event', { type: 'string', enum: lastEvents }, 'Only emails whose `last_event` is this one.'),
    ],
  },
  get('/emails/{id}', 'Get an email', schemas.email),
  {
    ...change,
    method: 'patch',
    path: '/emails/{id}',
    summary: 'Send a scheduled email at another time',
    body: bodySchema(RescheduleBody),
    errors: { ...invalidBody, 404: ['not_found'], 422: ['invalid_parameter', ...invalidBody[422]] },
  },
  {
    ...change,
    path: '/emails/{id}/cancel',
    summary: 'Cancel a scheduled email',
    errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  },
  {
    ...change,
    path: '/emails/{id}/share',
    summary: 'Make a link that shows an email to whoever holds it, for at most 48 hours',
    body: bodySchema(ShareBody),
    answer: schemas.sharedEmail,
    errors: { ...invalidBody, 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  },
  {
    ...open('/share/{id}', 'The page that a shared link opens', undefined, {
      403: ['invalid_access'],
      404: ['not_found'],
      422: ['invalid_parameter'],
      429: ['rate_limit_exceeded'],
    }),
    mediaType: 'text/html',
    parameters: [
      id,
      query('expires', { type: 'integer' }, 'As in the link.'),
      query('signature', { type: 'string' }, 'As in the link.'),
    ],
  },
  {
    ...get('/emails/{id}/attachments', 'List the attachments of an email, in the order given', schemas.attachmentList),
    parameters: [id, ...attachmentPage],
    errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  },
  {
    ...get(
      '/emails/{id}/attachments/{attachment_id}',
      'Get an attachment, with a link to its content',
      schemas.attachment,
    ),
    parameters: [id, attachmentId],
  },
  {
    ...open(
      '/emails/{id}/attachments/{attachment_id}/download',
      'Download the content behind a signed link',
      undefined,
      {
        403: ['invalid_access'],
        404: ['not_found'],
        422: ['invalid_parameter'],
        503: ['application_error'],
      },
    ),
    mediaType: 'application/octet-stream',
    parameters: [
      id,
      attachmentId,
      query('expires', { type: 'integer' }, 'From the `download_url`.'),
      query('signature', { type: 'string' }, 'From the `download_url`.'),
    ],
  },
];
