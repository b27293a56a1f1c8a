import { bodyOf, messages, samplePayload } from '../../../src/application/webhook/messages.js';
import { webhookBody } from '../../../src/infrastructure/http/openapi/webhook-message.js';

const at = '2026-03-01T10:00:00.000Z';

it.each(messages)('a sample of $type is what its schema says', ({ type, data }) => {
  const body: unknown = JSON.parse(bodyOf(samplePayload(type, at), at));
  expect(webhookBody(type, data).parse(body)).toEqual(body);
  expect(body).toMatchObject({ type });
});
