import { compileMailSchemas } from '../../infrastructure/event-codec/compile-schema.js';
import { readSendEmailBody } from '../../infrastructure/http/emails/body/send-email.body.js';
import { eventRegistry } from '../resources/resources.js';

const sample = {
  from: 'Shop <shop@example.com>',
  to: ['someone@example.net'],
  subject: 'Hello',
  html: '<p>Hello</p>',
  text: 'Hello',
  tags: [{ name: 'kind', value: 'sample' }],
};

/** What reading a mail and its events makes at the first of each: made before there is one. It leaves nothing. */
export function prepareForFirstMail(nowMs: number): void {
  compileMailSchemas(eventRegistry);
  readSendEmailBody(sample, 'The email', nowMs);
}
