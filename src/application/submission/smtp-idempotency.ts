import type { ScannedParts } from '../ports/message-reader.js';
import type { Idempotency } from './email-request.js';
import type { RawHeader } from './raw-header.js';
import type { SmtpEnvelope } from './smtp-submission.js';

/** Clients change the rest on a retry: Date, Message-ID, boundaries, transfer encodings. */
export function idempotencyOf(
  { idempotencyKey, compared }: RawHeader,
  { reversePath, recipients, ret, envid }: SmtpEnvelope,
  { digest }: Pick<ScannedParts, 'digest'>,
): Idempotency | null {
  if (idempotencyKey === null) return null;
  const envelope = {
    reversePath,
    recipients: recipients.map(({ address, notify, orcpt }) => [address, notify ?? null, orcpt ?? null]),
    ret: ret ?? null,
    envid: envid ?? null,
  };
  const payload = { envelope, headers: compared, parts: digest };
  return { key: idempotencyKey, method: 'SMTP', path: 'message', payload };
}
