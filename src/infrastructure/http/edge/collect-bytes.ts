import type { Readable } from 'node:stream';

export interface CollectLimits {
  /** The `content-length`; 0 where there was none. */
  readonly announcedBytes: number;
  readonly maxBytes: number;
  readonly memory: HeldMemory;
  readonly pace: BodyPace;
}

/** The memory that a request may take; what it still holds when it is over goes back then. */
export interface HeldMemory {
  hold(bytes: number): boolean;
  release(bytes: number): void;
}

/** How fast a body must come, in each period: the memory that is held for it is not there for others. */
export interface BodyPace {
  readonly periodMs: number;
  readonly minBytesPerSecond: number;
}

/** A body that stands still is given up after ten to twenty seconds. */
export const defaultBodyPace: BodyPace = { periodMs: 10_000, minBytesPerSecond: 1_000 };

/** Above this the whole is reserved at once, where its size is known: nothing is copied twice. */
const minReservedBytes = 256 * 1024;

/**
 * All bytes of a stream. A large body whose size is known takes its memory before it comes: of two that do not fit
 * together one is read whole, where both would be refused in the middle. Where they are too many, for this request or
 * for now, what has come is forgotten and given back at once, and the rest is read and dropped. Rejects where the
 * stream breaks off.
 */
export function collectBytes(
  stream: Readable,
  { announcedBytes, maxBytes, memory, pace }: CollectLimits,
): Promise<Buffer | 'too-large' | 'not-now' | 'too-slow'> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let bytes = 0;
    let heldBytes = 0;
    const hold = (upTo: number): boolean => {
      if (upTo <= heldBytes) return true;
      if (!memory.hold(upTo - heldBytes)) return false;
      heldBytes = upTo;
      return true;
    };
    let reserved: Buffer | undefined;
    let seenBytes = 0;
    const watch = setInterval(() => {
      if (bytes - seenBytes < (pace.periodMs / 1000) * pace.minBytesPerSecond) end('too-slow');
      seenBytes = bytes;
    }, pace.periodMs);
    const end = (outcome: Buffer | 'too-large' | 'not-now' | 'too-slow'): void => {
      clearInterval(watch);
      stream.off('data', collect).off('end', finish).resume();
      chunks = [];
      reserved = undefined;
      if (!Buffer.isBuffer(outcome)) memory.release(heldBytes);
      resolve(outcome);
    };
    const collect = (chunk: Buffer): void => {
      const at = bytes;
      bytes += chunk.length;
      if (bytes > maxBytes) end('too-large');
      else if (!hold(bytes)) end('not-now');
      else if (reserved === undefined) chunks.push(chunk);
      else chunk.copy(reserved, at);
    };
    const finish = (): void => {
      const [first] = chunks;
      end(reserved?.subarray(0, bytes) ?? (chunks.length === 1 && first ? first : Buffer.concat(chunks, bytes)));
    };
    const fail = (error: Error): void => {
      clearInterval(watch);
      reject(error);
    };
    const isReserved = announcedBytes > minReservedBytes && announcedBytes <= maxBytes;
    if (announcedBytes > maxBytes) end('too-large');
    else if (isReserved && !hold(announcedBytes)) end('not-now');
    else {
      // Memory that nothing has been written to costs nothing.
      if (isReserved) reserved = Buffer.allocUnsafeSlow(announcedBytes);
      stream.on('data', collect).on('end', finish).on('error', fail);
    }
  });
}
