import { messageTypes } from '../../../src/application/webhook/payloads/payloads.js';
import { samplePayload } from '../../../src/application/webhook/payloads/samples.js';
import { bodyOf } from '../../../src/application/webhook/payloads/payload.js';
import { webhookPayload } from '../../../src/infrastructure/http/webhooks/webhook-payloads.js';

it.each(messageTypes)('a sample of %s is what its schema says', (type) => {
  const body: unknown = JSON.parse(bodyOf(samplePayload(type, '2026-03-01T10:00:00.000Z'), '2026-03-01T10:00:00.000Z'));
  expect(webhookPayload(type).parse(body)).toEqual(body);
  expect(body).toMatchObject({ type });
});
