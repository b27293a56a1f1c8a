import { GetAttachment, ListAttachments } from '../../../application/email/attachments.js';
import { listOf } from '../edge/page.js';
import { pathId } from '../edge/uuid.js';
import { id, open, query } from '../openapi/operation.js';
import { get } from '../openapi/served.js';
import { emailId, listOf as exampleList } from '../openapi/shared-examples.js';
import * as answers from './emails.answers.js';
import { presentAttachment, presentAttachmentRow } from './emails.answers.js';

const attachmentId = { ...id, name: 'attachment_id' };
const attachmentPage = [
  query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 20 }, 'The maximum number of attachments.'),
  query('after', { type: 'string', format: 'uuid' }, 'Only attachments after the attachment with this ID.'),
  query(
    'before',
    { type: 'string', format: 'uuid' },
    'Only attachments before the attachment with this ID. Do not combine it with `after`.',
  ),
];
const attachment = {
  id: '019a3f5e-7c1a-7d30-9c4b-4b6f0a5c8e33',
  filename: 'invoice.txt',
  content_type: 'text/plain; charset=utf-8',
  content_disposition: 'attachment',
  size: 10,
  download_url: `https://mail.example.com/emails/${emailId}/attachments/019a3f5e-7c1a-7d30-9c4b-4b6f0a5c8e33/download?expires=1767326645&signature=hQ2r0b3yX1o`,
  expires_at: '2026-01-02T04:04:05.000Z',
} as const;

export const listAttachments = get({
  path: '/emails/{id}/attachments',
  isPageRead: true,
  summary: 'List the attachments of an email, in their original order',
  parameters: [id, ...attachmentPage],
  answer: answers.attachmentList,
  errors: { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
  examples: {
    list: { summary: 'One attachment', answer: exampleList(attachment) },
  },
  runs: ListAttachments,
  input: ({ teamId, path, page }) => ({ teamId, emailId: path.id, page }),
  present: ({ documents, hasMore }, { options }, { emailId: ofEmail }) =>
    listOf(
      documents.map((linked) => presentAttachmentRow(options.publicUrl, ofEmail, linked)),
      hasMore,
    ),
});

export const getAttachment = get({
  path: '/emails/{id}/attachments/{attachment_id}',
  summary: 'Get an attachment with a download link',
  parameters: [id, attachmentId],
  answer: answers.attachment,
  examples: {
    one: { summary: 'An attachment with its download link', answer: { object: 'attachment', ...attachment } },
  },
  noun: 'Attachment',
  runs: GetAttachment,
  input: ({ teamId, path }) => ({ teamId, emailId: path.id, attachmentId: pathId(path.attachment_id) }),
  present: (linked, { options }, { emailId: ofEmail }) => presentAttachment(options.publicUrl, ofEmail, linked),
});

/** Always a file to be saved: no browser shows it under our name, whatever type it claims. */
export const downloadAttachment = open({
  path: '/emails/{id}/attachments/{attachment_id}/download',
  summary: 'Download an attachment with a signed link',
  parameters: [
    id,
    attachmentId,
    query('expires', { type: 'integer' }, 'The value in the `download_url`.'),
    query('signature', { type: 'string' }, 'The value in the `download_url`.'),
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
