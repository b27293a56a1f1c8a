import type { Readable } from 'node:stream';
import { type BodyFault, type BodyPace, IncomingBody } from './incoming-body.js';

export interface CollectLimits {
  /** The `content-length`; 0 where there was none. */
  readonly announcedBytes: number;
  readonly maxBytes: number;
  readonly memory: HeldMemory;
  readonly pace: BodyPace;
}

/** The memory that a request may take; what it still holds when it is over goes back then. */
interface HeldMemory {
  hold(bytes: number): boolean;
  release(bytes: number): void;
}

export type CollectFault = BodyFault | 'not-now';

/** Above this the whole is reserved at once, where its size is known: nothing is copied twice. */
const minReservedBytes = 256 * 1024;

/**
 * All bytes of a stream. A large body whose size is known takes its memory before it comes: of two that do not fit
 * together one is read whole, where both would be refused in the middle. Where they are too many, for this request or
 * for now, what has come is forgotten and given back at once, and the rest is read and dropped. Rejects where the
 * stream breaks off.
 */
export async function collectBytes(
  stream: Readable,
  { announcedBytes, maxBytes, memory, pace }: CollectLimits,
): Promise<Buffer | CollectFault> {
  const body = new IncomingBody(stream, { maxBytes, pace });
  const isReserved = announcedBytes > minReservedBytes && announcedBytes <= maxBytes;
  let heldBytes = 0;
  const hold = (upTo: number): boolean => {
    if (upTo <= heldBytes) return true;
    if (!memory.hold(upTo - heldBytes)) return false;
    heldBytes = upTo;
    return true;
  };
  const refuse = (fault: CollectFault): CollectFault => {
    body.drop();
    memory.release(heldBytes);
    return fault;
  };
  if (announcedBytes > maxBytes) return refuse('too-large');
  if (isReserved && !hold(announcedBytes)) return refuse('not-now');
  // Memory that nothing has been written to costs nothing.
  const reserved = isReserved ? Buffer.allocUnsafeSlow(announcedBytes) : undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for (;;) {
    const chunk = await body.next();
    if (chunk === undefined) break;
    if (typeof chunk === 'string') return refuse(chunk);
    if (!hold(bytes + chunk.length)) return refuse('not-now');
    if (reserved === undefined) chunks.push(chunk);
    else chunk.copy(reserved, bytes);
    bytes += chunk.length;
  }
  const [first] = chunks;
  return reserved?.subarray(0, bytes) ?? (chunks.length === 1 && first ? first : Buffer.concat(chunks, bytes));
}
