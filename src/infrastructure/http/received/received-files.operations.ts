import { imagesParameter } from '../emails/rendering/mail-frame.js';
import { get, id, oneErrors, open, query } from '../openapi/operation.js';

const signed = [
  query('expires', { type: 'integer' }, 'The value in the `download_url`.'),
  query('signature', { type: 'string' }, 'The value in the `download_url`.'),
];
const errors = {
  403: ['invalid_access'],
  404: ['not_found'],
  422: ['invalid_parameter'],
  429: ['rate_limit_exceeded'],
} as const;

export const downloadReceivedFile = open({
  path: '/emails/receiving/{id}/attachments/{attachment_id}/download',
  summary: 'Download an attachment of a received email with a signed link',
  parameters: [id, { ...id, name: 'attachment_id' }, ...signed],
  answer: undefined,
  mediaType: 'application/octet-stream',
  errors,
});

export const downloadReceivedMessage = open({
  path: '/emails/receiving/{id}/raw',
  summary: 'Download the original message of a received email with a signed link',
  parameters: [id, ...signed],
  answer: undefined,
  mediaType: 'message/rfc822',
  errors,
});

export const getReceivedFrame = get({
  path: '/dashboard-api/emails/receiving/{id}/frame',
  summary: 'Get the sanitized HTML of a received email, for display in a frame',
  parameters: [id, imagesParameter],
  answer: undefined,
  mediaType: 'text/html',
  errors: { ...oneErrors, 503: ['application_error'] },
});
