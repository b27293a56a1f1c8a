import type { RawMessage } from '../../domain/shared/accepted-email.js';
import type { MessageStream } from '../ports/mail-transport.js';
import { openMessage } from '../shared/sealed-message.js';
import type { Attempt } from './attempt.js';
import type { DeliveryPorts } from './delivery-ports.js';
import { MailHeld } from './mail-held.js';

/** A message up to here is sent from memory. */
const wholeBytes = 512 * 1024;

/** A message as it came, with our signatures on top: as old as the mail, so the same bytes on every attempt. */
export async function signRawMessage(
  ports: Pick<DeliveryPorts, 'blobs' | 'sealer' | 'signer' | 'domains'>,
  {
    accepted: { body, domainId },
    startsAt,
    raw,
    key,
  }: Pick<Attempt, 'accepted' | 'startsAt'> & { readonly raw: RawMessage; readonly key: Buffer },
): Promise<Buffer | MessageStream> {
  const signingKeys = await ports.domains.signingKeys(domainId);
  if (signingKeys.length === 0) throw new MailHeld('the domain has no signing key');
  const text = (): AsyncIterable<Buffer> => openMessage(ports, { ...body, plainBytes: raw.sizeBytes }, key);
  const signedAt = new Date(startsAt);
  if (raw.sizeBytes <= wholeBytes) {
    const message = await collect(text());
    return Buffer.concat([await ports.signer.signatures(once(message), signingKeys, signedAt), message]);
  }
  const signatures = await ports.signer.signatures(text(), signingKeys, signedAt);
  return {
    sizeBytes: signatures.length + raw.sizeBytes,
    eightBit: raw.eightBit,
    utf8: raw.utf8,
    async *chunks() {
      yield signatures;
      yield* text();
    },
  };
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

async function* once(message: Buffer): AsyncGenerator<Buffer> {
  yield message;
}
