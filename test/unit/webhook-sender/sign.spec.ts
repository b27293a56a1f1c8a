import { Resend } from 'resend';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signatureHeaders } from '../../../src/infrastructure/webhook-sender/sign.js';

const body = JSON.stringify({ type: 'email.delivered', data: { subject: 'Grüße 😀' } });
const messageId = 'msg_0195d6a000000123456789abcdef0123';

/** Verifiers compare with their own clock. */
const signed = (secrets: readonly string[], sentAtMs = Date.now()) =>
  signatureHeaders({ messageId, sentAtMs, body }, secrets);

describe('a signed webhook', () => {
  it('has a secret of 32 bytes in padded base64, another each time', () => {
    const secret = newWebhookSecret();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(newWebhookSecret()).not.toBe(secret);
  });

  it('is verified by Standard Webhooks', () => {
    const secret = newWebhookSecret();
    expect(new Webhook(secret).verify(body, { ...signed([secret]) })).toEqual(JSON.parse(body));
  });

  it('is verified by the official client', () => {
    const secret = newWebhookSecret();
    const headers = signed([secret]);
    const resend = new Resend('re_123');
    const verified = resend.webhooks.verify({
      payload: body,
      headers: {
        id: headers['svix-id'] ?? '',
        timestamp: headers['svix-timestamp'] ?? '',
        signature: headers['svix-signature'] ?? '',
      },
      webhookSecret: secret,
    });
    expect(verified).toEqual(JSON.parse(body));
  });

  it('is verified with either secret after a rotation, and with no other', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()];
    const headers = { ...signed(secrets) };
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(newWebhookSecret()).verify(body, headers)).toThrow();
    expect(() => new Webhook(secrets[0]!).verify(`${body} `, headers)).toThrow();
  });

  it('names seconds, and the same under both names', () => {
    const headers = signed(['whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3'], 1_772_445_600_999);
    expect(headers['webhook-timestamp']).toBe('1772445600');
    for (const name of ['id', 'timestamp', 'signature'])
      expect(headers[`svix-${name}`]).toBe(headers[`webhook-${name}`]);
  });
});
