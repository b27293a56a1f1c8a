import type { RawMessage } from '../../domain/shared/accepted-email.js';
import type { HtmlRewrite } from '../ports/message-converter.js';
import type { MessageStream, OutgoingTransaction } from '../ports/mail-transport.js';
import { openMessage } from '../shared/sealed-message.js';
import type { Attempt } from './attempt.js';
import type { DeliveryPorts } from './delivery-ports.js';
import { MailHeld } from './mail-held.js';

/** A message up to here is sent from memory. */
const wholeBytes = 512 * 1024;

type SigningPorts = Pick<DeliveryPorts, 'blobs' | 'sealer' | 'signer' | 'converter' | 'domains'>;

interface MessageToSign {
  readonly raw: RawMessage;
  readonly key: Buffer;
  /** Fields that go on top. */
  readonly added?: readonly (readonly [name: string, value: string])[];
  /** What its html becomes; undefined: it stays. */
  readonly track?: HtmlRewrite | undefined;
}

/**
 * A message as it came, with fields of ours and our signatures on top: as old as the mail, so the same bytes on every
 * attempt. Where it has 8-bit content, also the way to one without, with signatures of its own.
 */
export async function signRawMessage(
  ports: SigningPorts,
  { accepted: { body, domainId }, startsAt }: Pick<Attempt, 'accepted' | 'startsAt'>,
  { raw, key, added = [], track }: MessageToSign,
): Promise<Pick<OutgoingTransaction, 'message' | 'inSevenBits'>> {
  const signingKeys = await ports.domains.signingKeys(domainId);
  if (signingKeys.length === 0) throw new MailHeld('the domain has no signing key');
  const fields = Buffer.from(added.map(([name, value]) => `${name}: ${value}\r\n`).join(''));
  async function* stored(): AsyncGenerator<Buffer> {
    if (fields.length > 0) yield fields;
    yield* openMessage(ports, { ...body, plainBytes: raw.sizeBytes }, key);
  }
  const tracked = track === undefined ? undefined : await ports.converter.withHtml(stored(), track);
  const text = (): AsyncIterable<Buffer> => (tracked === undefined ? stored() : tracked(stored()));
  const signedAt = new Date(startsAt);
  const { eightBit, utf8 } = raw;

  async function signed(from: () => AsyncIterable<Buffer>, octets: Pick<MessageStream, 'eightBit' | 'utf8'>) {
    if (raw.sizeBytes <= wholeBytes) return ports.signer.sign(await collect(from()), signingKeys, signedAt);
    const counted = { bytes: 0 };
    const signatures = await ports.signer.signatures(counting(from(), counted), signingKeys, signedAt);
    return {
      ...octets,
      sizeBytes: signatures.length + counted.bytes,
      async *chunks() {
        yield signatures;
        yield* from();
      },
    };
  }

  async function inSevenBits(): Promise<Buffer | MessageStream | undefined> {
    const rewrite = await ports.converter.toSevenBits(text());
    return rewrite === undefined ? undefined : signed(() => rewrite(text()), { eightBit: false, utf8: false });
  }

  const message = await signed(text, { eightBit, utf8 });
  return eightBit && !utf8 ? { message, inSevenBits } : { message };
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

async function* counting(chunks: AsyncIterable<Buffer>, counted: { bytes: number }): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    counted.bytes += chunk.length;
    yield chunk;
  }
}
