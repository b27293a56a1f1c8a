import type { HeaderField, MessageReader, ScannedAttachment } from '../ports/message-reader.js';
import type { Ports } from '../shared/ports.js';
import type { FetchingPorts } from './fetch-attachments.js';
import type { MessageSource } from './message-source.js';
import type { AttachedContent } from './prepare-email.js';
import type { SmtpRefusal } from './smtp-submission.js';

export interface CollectingPorts extends Pick<Ports, 'reader'> {
  /** What is held in memory counts as the body of a request does. */
  readonly fetching: FetchingPorts;
}

interface Collected {
  readonly attachments: readonly AttachedContent[];
  /** That of all parts (`ScannedParts`); null where it was not asked for. */
  readonly digest: string | null;
  /** To be called when the contents are no longer needed. */
  readonly release: () => void;
}

/** The attachments of a message that is not kept as it came. They are held in memory, as those of a request are. */
export async function attachmentsOf(
  { reader, fetching: { budget, ownerOf } }: CollectingPorts,
  teamId: string,
  { fields, digest }: { readonly fields: readonly HeaderField[]; readonly digest: boolean },
  source: MessageSource,
): Promise<Collected | { readonly refusal: SmtpRefusal; readonly message: string }> {
  const owner = ownerOf?.(teamId) ?? teamId;
  const scanner = reader.scan(fields, { bodyStart: 0, digest });
  const chunks: Buffer[] = [];
  let heldBytes = 0;
  const release = (): void => {
    budget.release(heldBytes, owner);
    heldBytes = 0;
  };
  try {
    for await (const chunk of source.body()) {
      if (!budget.take(chunk.length, owner)) {
        release();
        return { refusal: 'too-much-at-once', message: 'The server holds too much right now; try again later' };
      }
      heldBytes += chunk.length;
      scanner.write(chunk);
      chunks.push(chunk);
    }
    if (source.isTooLarge()) {
      release();
      return { refusal: 'message-too-large', message: 'The message is larger than 41943040 octets' };
    }
    const scanned = scanner.end();
    const attachments = await decoded(reader, Buffer.concat(chunks), scanned.attachments);
    return { attachments, digest: scanned.digest, release };
  } catch (error) {
    release();
    throw error;
  }
}

async function decoded(
  reader: MessageReader,
  body: Buffer,
  attached: readonly ScannedAttachment[],
): Promise<readonly AttachedContent[]> {
  const attachments: AttachedContent[] = [];
  for (const { detail, place } of attached) {
    const { start, end, encoding } = place;
    const pieces: Buffer[] = [];
    for await (const piece of reader.decoded(encoding, only(body.subarray(start, end)))) pieces.push(piece);
    attachments.push({ ...detail, content: Buffer.concat(pieces) });
  }
  return attachments;
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
