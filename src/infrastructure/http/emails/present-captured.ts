import PostalMime from 'postal-mime';
import type { CapturedMessage } from '../../../application/ports/captured-mail.js';

/** A message as the catcher received it, and what a mail reader would make of it. */
export async function presentCaptured(message: CapturedMessage) {
  const mail = await PostalMime.parse(message.raw);
  return {
    received_at: message.receivedAt,
    reverse_path: message.reversePath,
    recipients: message.recipients,
    subject: mail.subject ?? '',
    html: mail.html ?? null,
    text: mail.text ?? null,
    headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
    raw: message.raw.toString('utf8'),
  };
}
