import type { MessagePort } from 'node:worker_threads';
import { type DatabaseSync, truncateWal } from './database.js';
import { membersOf } from '../../domain/shared/members.js';

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
  /** Runs before the commit, once for all requests of it that ask for the same. A throw rolls the transaction back. */
  beforeCommit(action: () => void): void;
  /**
   * Runs after the commit and before any answer, outside a transaction (such as emptying the write-ahead log). A throw
   * fails its own request, whose write stays.
   */
  afterCommit(action: () => void): void;
}

/** Runs inside the transaction. Must check before it writes; a throw rolls back only its own request. */
export type WriteHandler = (argument: never, context: WriteContext) => unknown;

export interface ServeOptions {
  readonly database: DatabaseSync;
  readonly handlers: Readonly<Record<string, WriteHandler>>;
  /** After each commit and what its requests do after it, before the answers. Must not throw. */
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
  // One request's failure must not take the others with it: run them again, each in its own transaction.
  const replies =
    runTransaction(batch, options) ?? batch.flatMap((request) => runTransaction([request], options) ?? []);
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
  const { database, onCommitted } = options;
  const preparations = new Set<() => void>();
  const actions: AfterCommit[] = [];
  const replies: WriteReply[] = [];
  try {
    database.exec('BEGIN IMMEDIATE');
  } catch (error) {
    // Closed, or another process holds the lock: asking again for each request would wait as long once more for each.
    return failed(batch, error);
  }
  try {
    for (const [index, request] of batch.entries()) {
      const context: WriteContext = {
        beforeCommit: (action) => preparations.add(action),
        afterCommit: (action) => actions.push({ index, action }),
      };
      replies.push({ id: request.id, value: handlerOf(request, options)(request.argument as never, context) });
    }
    for (const prepare of preparations) prepare();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    return batch.length > 1 ? undefined : failed(batch, error);
  }
  for (const { index, action } of actions) runAfterCommit(action, index, replies);
  onCommitted?.();
  return replies;
}

interface AfterCommit {
  /** Index of the request that asked for it. */
  readonly index: number;
  readonly action: () => void;
}

/** What is committed stays so and must not run again: a failure after it is the answer of its own request only. */
function runAfterCommit(action: () => void, index: number, replies: WriteReply[]): void {
  const reply = replies[index];
  if (reply === undefined) return;
  try {
    action();
  } catch (error) {
    replies[index] = { id: reply.id, error: describe(error) };
  }
}

function handlerOf(request: WriteRequest, { database, handlers }: ServeOptions): WriteHandler {
  const handler = request.operation === 'close' ? closeAfterCommit(database) : handlers[request.operation];
  if (handler === undefined) throw new Error(`no such operation: ${request.operation}`);
  return handler;
}

function failed(batch: readonly Pending[], error: unknown): WriteReply[] {
  return batch.map(({ id }) => ({ id, error: describe(error) }));
}

/** The orderly end: what was queued before is committed, and the write-ahead log is folded back into the file. */
function closeAfterCommit(database: DatabaseSync): WriteHandler {
  return (_argument, context) =>
    context.afterCommit(() => {
      // Closing alone does not do it: statements that were prepared keep the connection until the thread has ended.
      truncateWal(database);
      database.close();
    });
}

function describe(error: unknown): { code: string; message: string } {
  const { code, message } = membersOf(error);
  return { code: typeof code === 'string' ? code : 'write-failed', message: String(message ?? error) };
}
