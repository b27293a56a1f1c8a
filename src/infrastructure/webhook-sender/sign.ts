import { createHmac } from 'node:crypto';
import { randomBytes } from '../crypto/random.js';

const prefix = 'whsec_';
const secretBytes = 32;

/** Standard Webhooks: random bytes in padded base64, behind a prefix that names what it is. */
export function newWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

export interface Signed {
  readonly messageId: string;
  readonly sentAtMs: number;
  readonly body: string;
}

/** The headers of Standard Webhooks, under both of the names that receivers know; one signature for each secret. */
export function signatureHeaders(
  { messageId, sentAtMs, body }: Signed,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAtMs / 1000));
  const signature = secrets.map((secret) => `v1,${sign(secret, `${messageId}.${timestamp}.${body}`)}`).join(' ');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
    'svix-id': messageId,
    'svix-timestamp': timestamp,
    'svix-signature': signature,
  };
}

function sign(secret: string, content: string): string {
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
