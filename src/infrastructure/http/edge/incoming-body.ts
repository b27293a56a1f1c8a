import type { Readable } from 'node:stream';

/** How fast a body must come, in each period: the memory that is held for it is not there for others. */
export interface BodyPace {
  readonly periodMs: number;
  readonly minBytesPerSecond: number;
}

/** A body that stands still is given up after ten to twenty seconds. */
export const defaultBodyPace: BodyPace = { periodMs: 10_000, minBytesPerSecond: 1_000 };

export type BodyFault = 'too-large' | 'too-slow';

type Outcome = BodyFault | Error | 'end';

/** So much may wait for its reader; then the client waits. */
const mostWaitingBytes = 256 * 1024;

/**
 * The bytes of a request, for all that read them: they are counted, and must keep coming for as long as the reader
 * waits for them. What is left when reading ends is dropped, at the same pace: a client that is still sending then sees
 * its answer, and one that is silent loses its connection.
 */
export class IncomingBody {
  #waiting: Buffer[] = [];
  #waitingBytes = 0;
  #bytes = 0;
  #seenBytes = 0;
  #pausedMs = 0;
  #pausedSince: number | undefined;
  #isDropped = false;
  #outcome: Outcome | undefined;
  #wake: (() => void) | undefined;
  readonly #watch: NodeJS.Timeout;

  constructor(
    private readonly stream: Readable,
    private readonly limits: { readonly maxBytes: number; readonly pace: BodyPace },
  ) {
    this.#watch = setInterval(this.#checkPace, limits.pace.periodMs);
    this.#watch.unref();
    stream.on('data', this.#take).once('end', this.#end).on('error', this.#fail).once('close', this.#close);
  }

  /** Undefined at its end; a fault ends it too. Rejects where the client breaks off. */
  async next(): Promise<Buffer | BodyFault | undefined> {
    if (this.#waiting.length === 0 && this.#outcome === undefined) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    // A fault counts at once: what has come before it is of no use.
    if (typeof this.#outcome === 'string' && this.#outcome !== 'end') return this.#outcome;
    const chunk = this.#waiting.shift();
    if (chunk !== undefined) {
      this.#waitingBytes -= chunk.length;
      this.#resume();
      return chunk;
    }
    if (this.#outcome instanceof Error) throw this.#outcome;
    return undefined;
  }

  /** Nothing more of it is read. */
  drop(): void {
    if (this.#isDropped) return;
    this.#isDropped = true;
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#resume();
  }

  readonly #take = (chunk: Buffer): void => {
    this.#bytes += chunk.length;
    if (this.#isDropped) return;
    if (this.#bytes > this.limits.maxBytes) {
      this.#finish('too-large');
      return;
    }
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    if (this.#waitingBytes > mostWaitingBytes) this.#pause();
    this.#wakeUp();
  };

  readonly #end = (): void => {
    clearInterval(this.#watch);
    this.#finish('end');
  };

  readonly #fail = (error: Error): void => {
    clearInterval(this.#watch);
    this.#finish(error);
  };

  /** Without an end or an error before it, the connection broke off. */
  readonly #close = (): void => this.#fail(new Error('the request was broken off'));

  readonly #checkPace = (): void => {
    const now = performance.now();
    const paused = this.#pausedMs + (this.#pausedSince === undefined ? 0 : now - this.#pausedSince);
    const { periodMs, minBytesPerSecond } = this.limits.pace;
    const wantedBytes = (Math.max(0, periodMs - paused) / 1000) * minBytesPerSecond;
    const cameBytes = this.#bytes - this.#seenBytes;
    this.#seenBytes = this.#bytes;
    this.#pausedMs = 0;
    if (this.#pausedSince !== undefined) this.#pausedSince = now;
    if (cameBytes >= wantedBytes) return;
    if (this.#outcome === undefined && !this.#isDropped) this.#finish('too-slow');
    // It was answered, and its rest does not come.
    else this.stream.destroy();
  };

  #finish(outcome: Outcome): void {
    if (this.#outcome !== undefined) return;
    this.#outcome = outcome;
    if (typeof outcome === 'string' && outcome !== 'end') this.drop();
    this.#wakeUp();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  #pause(): void {
    if (this.#pausedSince !== undefined) return;
    this.#pausedSince = performance.now();
    this.stream.pause();
  }

  #resume(): void {
    if (this.#pausedSince === undefined) return;
    this.#pausedMs += performance.now() - this.#pausedSince;
    this.#pausedSince = undefined;
    this.stream.resume();
  }
}
