import type { CapturedMessage } from '../../../application/ports/captured-mail.js';

/** A message as the catcher received it, and what a mail reader would make of it. */
export function presentCaptured({ read, ...message }: CapturedMessage) {
  return {
    number: message.number,
    received_at: message.receivedAt,
    reverse_path: message.reversePath,
    recipients: message.recipients,
    size: message.sizeBytes,
    cut: message.isCut,
    subject: read?.subject ?? '',
    html: read?.html ?? null,
    text: read?.text ?? null,
    headers: read?.headers ?? [],
    raw: message.raw,
  };
}
