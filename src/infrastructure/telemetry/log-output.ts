import { type DestinationStream, pino } from 'pino';
import type { OutputState } from '../../application/server-trouble/judge-server.js';

/** An open file, pipe, socket or terminal. `write` may call back before it returns. */
export interface LogSink {
  write(bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void): void;
  /** How many bytes it took at once. Throws what `write` calls back with. */
  writeSync(bytes: Buffer): number;
}

interface LogOutputOptions {
  readonly sink: LogSink;
  /** The most that may wait; lines beyond it are dropped and counted. */
  readonly mostWaitingBytes: number;
  readonly monotonicMs: () => number;
  /** There is room again after lines were dropped. What it logs stands where they are missing. */
  readonly onGap: (droppedLines: number) => void;
}

/** As pino numbers it. */
const fatalLevel = 60;
const chunkBytes = 65_536;
const retryAfterMs = 100;
const blockedAfterMs = 5_000;

/** Log lines on their way out. The event loop never waits for their reader. */
export class LogOutput implements DestinationStream {
  /** pino then sets `lastLevel` before each line. */
  readonly [pino.symbols.needsMetadataGsym] = true;
  lastLevel = 0;

  #lines: string[] = [];
  #chunk: Buffer = Buffer.alloc(0);
  #waitingBytes = 0;
  #isWriting = false;
  #retry: NodeJS.Timeout | null = null;
  #dropped = 0;
  #unwrittenFatal: string[] = [];
  #isClosed = false;
  #refusedSinceMs: number | null = null;

  constructor(private readonly options: LogOutputOptions) {}

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    const isFatal = this.lastLevel >= fatalLevel;
    if (!isFatal && (this.#dropped > 0 || this.#waitingBytes + bytes > this.options.mostWaitingBytes)) {
      this.#dropped += 1;
      return;
    }
    if (isFatal) this.#unwrittenFatal.push(line);
    this.#lines.push(line);
    this.#waitingBytes += bytes;
    if (this.#retry === null) this.#writeNext();
  }

  state(): OutputState {
    if (this.#isClosed) return 'closed';
    const since = this.#refusedSinceMs;
    return since !== null && this.options.monotonicMs() - since >= blockedAfterMs ? 'blocked' : 'open';
  }

  /** Before the process ends: writes what waits, for `patienceMs` at most. Returns the fatal lines that are left. */
  end(patienceMs: number): readonly string[] {
    const untilMs = this.options.monotonicMs() + patienceMs;
    // A file takes what was handed to it, whatever becomes of the callback.
    if (this.#isWriting) this.#took(this.#chunk.length);
    this.#isWriting = true;
    while (this.#waitingBytes > 0) {
      try {
        this.#took(this.options.sink.writeSync(this.#nextChunk()));
      } catch (error) {
        if (!isBusy(error) || this.options.monotonicMs() >= untilMs) break;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
      }
    }
    return this.#unwrittenFatal;
  }

  #writeNext(): void {
    if (this.#isWriting || this.#waitingBytes === 0) return;
    this.#isWriting = true;
    this.options.sink.write(this.#nextChunk(), (error, written) => {
      this.#isWriting = false;
      if (error === null) this.#took(written);
      else this.#refused(error);
      if (this.#retry === null) this.#writeNext();
    });
  }

  #nextChunk(): Buffer {
    if (this.#chunk.length > 0) return this.#chunk;
    let [bytes, lines] = [0, 0];
    while (lines < this.#lines.length && bytes < chunkBytes) bytes += Buffer.byteLength(this.#lines[lines++] ?? '');
    this.#chunk = Buffer.from(this.#lines.splice(0, lines).join(''));
    return this.#chunk;
  }

  #took(bytes: number): void {
    this.#chunk = this.#chunk.subarray(bytes);
    this.#waitingBytes -= bytes;
    this.#isClosed = false;
    this.#refusedSinceMs = null;
    if (this.#waitingBytes === 0) this.#unwrittenFatal = [];
    if (this.#dropped === 0 || this.#waitingBytes > this.options.mostWaitingBytes / 2) return;
    const dropped = this.#dropped;
    this.#dropped = 0;
    this.options.onGap(dropped);
  }

  /** Full for now, without a reader, on a full disk: each may be over later. */
  #refused(error: NodeJS.ErrnoException): void {
    this.#isClosed = !isBusy(error);
    this.#refusedSinceMs ??= this.options.monotonicMs();
    this.#retry = setTimeout(() => {
      this.#retry = null;
      this.#writeNext();
    }, retryAfterMs).unref();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY');
}
