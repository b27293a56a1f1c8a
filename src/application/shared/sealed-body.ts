import type { Kid } from '../../domain/shared/personal.js';
import type { BodySealer, SealedBytes } from '../ports/body-sealer.js';
import type { EmailBody } from '../ports/mail-composer.js';

/** Up to here sealing in one go is faster, and too short to hold up other requests. */
const largeLength = 512 * 1024;

/** Seals a body; only a large one takes more than one turn of the event loop. */
export function sealBody(
  sealer: BodySealer,
  kid: Kid,
  key: Buffer,
  body: EmailBody,
): SealedBytes | Promise<SealedBytes> {
  const { html = '', text = '' } = body;
  return html.length + text.length > largeLength ? sealer.sealLarge(kid, key, body) : sealer.seal(kid, key, body);
}

/** Undoes {@link sealBody}; throws where the tag is wrong. */
export function openBody(sealer: BodySealer, kid: Kid, key: Buffer, bytes: Buffer): EmailBody | Promise<EmailBody> {
  return bytes.length > largeLength ? sealer.openLarge(kid, key, bytes) : sealer.open(kid, key, bytes);
}
