import type { MessagePort } from 'node:worker_threads';
import type { DatabaseSync } from './database.js';

/**
 * The writing side of one SQLite file, in its own thread: everything that has queued up is one transaction and one
 * fsync, and is answered after it. The event loops that ask never wait for a disk.
 */
export interface WriteRequest {
  readonly id: number;
  readonly operation: string;
  readonly argument: unknown;
}

export type WriteReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: { readonly code: string; readonly message: string } };

/** Sent on a port to give another thread its own line to this writer. */
export interface ConnectMessage {
  readonly connect: MessagePort;
}

export interface WriteContext {
  /** Runs after the commit and before any answer, outside a transaction (such as emptying the write-ahead log). */
  afterCommit(action: () => void): void;
}

/** Runs inside the transaction. Must check before it writes; a throw rolls back only its own request. */
export type WriteHandler = (argument: never, context: WriteContext) => unknown;

export interface ServeOptions {
  readonly database: DatabaseSync;
  readonly handlers: Readonly<Record<string, WriteHandler>>;
  /** After a commit that changed something, before the answers. */
  readonly onCommitted?: () => void;
}

interface Pending extends WriteRequest {
  readonly port: MessagePort;
}

export function serveWrites(port: MessagePort, options: ServeOptions): void {
  let queue: Pending[] = [];
  let scheduled = false;

  const drain = (): void => {
    scheduled = false;
    const batch = queue;
    queue = [];
    for (const [replyPort, replies] of runBatch(batch, options)) replyPort.postMessage(replies);
  };

  const listen = (source: MessagePort): void => {
    source.on('message', (message: readonly WriteRequest[] | ConnectMessage) => {
      if ('connect' in message) {
        listen(message.connect);
        return;
      }
      for (const request of message) queue.push({ ...request, port: source });
      if (!scheduled) {
        scheduled = true;
        setImmediate(drain);
      }
    });
  };
  listen(port);
}

function runBatch(batch: readonly Pending[], options: ServeOptions): Map<MessagePort, WriteReply[]> {
  let replies = runTransaction(batch, options);
  // One request's failure must not take the others with it: run them again, each in its own transaction.
  replies ??= batch.flatMap((request) => runTransaction([request], options) ?? []);
  const byPort = new Map<MessagePort, WriteReply[]>();
  replies.forEach((reply, index) => {
    const replyPort = batch[index]?.port;
    if (replyPort === undefined) return;
    const list = byPort.get(replyPort);
    if (list === undefined) byPort.set(replyPort, [reply]);
    else list.push(reply);
  });
  return byPort;
}

/** One reply per request, in order; undefined when the batch must be split to find the one that failed. */
function runTransaction(batch: readonly Pending[], options: ServeOptions): WriteReply[] | undefined {
  const { database, handlers, onCommitted } = options;
  const actions: (() => void)[] = [];
  const context: WriteContext = { afterCommit: (action) => actions.push(action) };
  try {
    database.exec('BEGIN IMMEDIATE');
    const replies = batch.map((request): WriteReply => {
      const handler = request.operation === 'close' ? closeAfterCommit(database) : handlers[request.operation];
      if (handler === undefined) throw new Error(`no such operation: ${request.operation}`);
      return { id: request.id, value: handler(request.argument as never, context) };
    });
    database.exec('COMMIT');
    for (const action of actions) action();
    onCommitted?.();
    return replies;
  } catch (error) {
    if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
    if (batch.length > 1) return undefined;
    return batch.map((request) => ({ id: request.id, error: describe(error) }));
  }
}

/** The orderly end: what was queued before is committed, and the last connection to close folds the WAL back. */
function closeAfterCommit(database: DatabaseSync): WriteHandler {
  return (_argument, context) => context.afterCommit(() => database.close());
}

function describe(error: unknown): { code: string; message: string } {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return { code: typeof code === 'string' ? code : 'write-failed', message: String(message ?? error) };
}
