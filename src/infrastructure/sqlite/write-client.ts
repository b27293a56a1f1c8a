import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { limitsOfMainThread } from '../system/modest-worker.js';
import type { ConnectMessage, WriteReply, WriteRequest } from './group-commit.js';

/** A write did not get through, or its fate is not known: `code` is SQLite's, or `writer-gone`. */
export class WriteError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: WriteError): void;
}

/** The asking side of a group-commit writer. Everything asked in one turn of the event loop travels as one message. */
export class WriteClient {
  private readonly waiting = new Map<number, Waiting>();
  private outbox: WriteRequest[] = [];
  private handedOver: ArrayBuffer[] = [];
  private nextId = 0;
  private gone: WriteError | undefined;

  constructor(private readonly port: Pick<MessagePort, 'postMessage' | 'on' | 'ref' | 'unref'>) {
    port.on('message', (replies: readonly WriteReply[]) => this.settle(replies));
    // A port of `connect()` closes when the thread behind it ends; a worker has events of its own.
    port.on('close', () => this.abandon('the writer thread has ended'));
    port.unref();
  }

  /** What is in `handOver` moves to the writer without a copy: the caller cannot use it any more. */
  call<Result>(operation: string, argument: unknown, handOver: readonly ArrayBuffer[] = []): Promise<Result> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.gone !== undefined) {
        reject(this.gone);
        return;
      }
      const id = this.nextId++;
      this.waiting.set(id, { resolve, reject });
      this.port.ref();
      this.handedOver.push(...handOver);
      if (this.outbox.push({ id, operation, argument }) === 1) setImmediate(() => this.flush());
    }) as Promise<Result>;
  }

  /** Every call from now on, and every one still open, fails: its fate is unknown. */
  abandon(reason: string): void {
    this.gone ??= new WriteError('writer-gone', reason);
    for (const { reject } of this.waiting.values()) reject(this.gone);
    this.waiting.clear();
    this.outbox = [];
    this.handedOver = [];
    this.port.unref();
  }

  private flush(): void {
    const batch = this.outbox;
    const moved = this.handedOver;
    this.outbox = [];
    this.handedOver = [];
    if (batch.length > 0) this.port.postMessage(batch, moved);
  }

  private settle(replies: readonly WriteReply[]): void {
    for (const reply of replies) {
      const waiting = this.waiting.get(reply.id);
      this.waiting.delete(reply.id);
      if ('error' in reply) waiting?.reject(new WriteError(reply.error.code, reply.error.message));
      else waiting?.resolve(reply.value);
    }
    // An idle writer must not keep the process alive.
    if (this.waiting.size === 0) this.port.unref();
  }
}

/** The thread behind a {@link WriteClient}. */
export interface WriterThread {
  readonly client: WriteClient;
  /** A line of its own for another thread: pass the port on with `transferList`. */
  connect(): MessagePort;
  /** Resolves when the thread has ended; what is still queued is written first. */
  close(): Promise<void>;
}

/**
 * Starts a writer thread from a compiled file that calls `serveWrites(parentPort, …)`. `onGone` is called once, when
 * the thread ends without having been closed.
 */
export function startWriterThread(file: URL, workerData: unknown, onGone?: (error: Error) => void): WriterThread {
  const worker = new Worker(file, { workerData, resourceLimits: limitsOfMainThread() });
  // A worker has every method of a port that the client uses.
  const client = new WriteClient(worker as unknown as MessagePort);
  let expected = false;
  const gone = (error: Error): void => {
    client.abandon(error.message);
    if (!expected) onGone?.(error);
    expected = true;
  };
  worker.on('error', (error) => gone(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => gone(new Error('the writer thread has ended')));
  return {
    client,
    connect() {
      const { port1, port2 } = new MessageChannel();
      worker.postMessage({ connect: port1 } satisfies ConnectMessage, [port1]);
      return port2;
    },
    async close() {
      expected = true;
      await client.call('close', null).catch(() => undefined);
      await worker.terminate();
    },
  };
}
