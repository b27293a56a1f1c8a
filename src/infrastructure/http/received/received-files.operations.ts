import { imagesParameter } from '../emails/rendering/mail-frame.js';
import { get, id, oneErrors, open, query } from '../openapi/operation.js';

const signed = [
  query('expires', { type: 'integer' }, 'From the `download_url`.'),
  query('signature', { type: 'string' }, 'From the `download_url`.'),
];
const errors = {
  403: ['invalid_access'],
  404: ['not_found'],
  422: ['invalid_parameter'],
  429: ['rate_limit_exceeded'],
} as const;

export const downloadReceivedFile = open({
  path: '/emails/receiving/{id}/attachments/{attachment_id}/download',
  summary: 'Download an attachment of a received email behind a signed link',
  parameters: [id, { ...id, name: 'attachment_id' }, ...signed],
  answer: undefined,
  mediaType: 'application/octet-stream',
  errors,
});

export const downloadReceivedMessage = open({
  path: '/emails/receiving/{id}/raw',
  summary: 'Download a received email as it came, behind a signed link',
  parameters: [id, ...signed],
  answer: undefined,
  mediaType: 'message/rfc822',
  errors,
});

export const getReceivedFrame = get({
  path: '/dashboard-api/emails/receiving/{id}/frame',
  summary: 'The html of a received email as a document for a frame, made safe',
  parameters: [id, imagesParameter],
  answer: undefined,
  mediaType: 'text/html',
  errors: { ...oneErrors, 503: ['application_error'] },
});
