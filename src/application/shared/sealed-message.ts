import type { BodyReference } from '../../domain/shared/accepted-email.js';
import type { BodySealer, ContentName } from '../ports/body-sealer.js';
import type { BlobStore } from '../ports/vault.js';

/** Size of each segment but the last, sealed. A store that keeps bytes in pieces of a megabyte reads one for one. */
const segmentBytes = 1024 * 1024;

/** A reader makes texts and copies of each piece: for a whole segment these would be several megabytes at once. */
const pieceBytes = 64 * 1024;

/** What became of a message, once its segments have been read to the end. */
export interface SealedMessage {
  readonly segments: AsyncIterable<Buffer>;
  result(): { readonly plainBytes: number; readonly sizeBytes: number; readonly digest: string };
}

/** Seals a message as it comes, a segment at a time. What the message throws goes through. */
export function sealMessage(
  sealer: BodySealer,
  name: ContentName,
  key: Buffer,
  message: AsyncIterable<Buffer>,
): SealedMessage {
  const sealing = sealer.sealSegments(name, key);
  const plainSegmentBytes = segmentBytes - sealer.segmentOverheadBytes;
  let plainBytes = 0;
  let sizeBytes = 0;
  const sealed = (plain: Buffer, last: boolean): Buffer => {
    const segment = sealing.seal(plain, last);
    plainBytes += plain.length;
    sizeBytes += segment.length;
    return segment;
  };
  async function* segments(): AsyncGenerator<Buffer> {
    let waiting: Buffer[] = [];
    let length = 0;
    for await (const chunk of message) {
      waiting.push(chunk);
      length += chunk.length;
      // A full segment may be the last one: that it is not shows only with the next byte.
      while (length > plainSegmentBytes) {
        const joined = Buffer.concat(waiting);
        yield sealed(joined.subarray(0, plainSegmentBytes), false);
        waiting = [joined.subarray(plainSegmentBytes)];
        length -= plainSegmentBytes;
      }
    }
    yield sealed(Buffer.concat(waiting), true);
  }
  return { segments: segments(), result: () => ({ plainBytes, sizeBytes, digest: sealing.digest() }) };
}

export interface SealedMessagePorts {
  readonly blobs: Pick<BlobStore, 'getRange'>;
  readonly sealer: Pick<BodySealer, 'openSegment' | 'segmentOverheadBytes'>;
}

/** Which octets of a message: from `start` until before `end`. */
export interface MessageRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Opens what {@link sealMessage} has sealed, a segment at a time, in pieces. Throws where one is missing or was
 * altered.
 */
export async function* openMessage(
  { blobs, sealer }: SealedMessagePorts,
  { blobId, kid, plainBytes }: Pick<BodyReference, 'blobId' | 'kid'> & { readonly plainBytes: number },
  key: Buffer,
  { start, end }: MessageRange = { start: 0, end: plainBytes },
): AsyncGenerator<Buffer> {
  const plainSegmentBytes = segmentBytes - sealer.segmentOverheadBytes;
  const lastIndex = Math.max(0, Math.ceil(plainBytes / plainSegmentBytes) - 1);
  for (let index = Math.floor(start / plainSegmentBytes); index * plainSegmentBytes < end; index++) {
    const sealedStart = index * segmentBytes;
    const bytes = await blobs.getRange(blobId, sealedStart, sealedStart + segmentBytes);
    if (bytes === undefined) throw new Error(`the message ${blobId} is not in the vault`);
    const plain = sealer.openSegment({ kid, blobId }, { index, last: index === lastIndex }, key, bytes);
    const segmentStart = index * plainSegmentBytes;
    yield* inPieces(plain.subarray(Math.max(0, start - segmentStart), Math.max(0, end - segmentStart)));
  }
}

function* inPieces(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}
