import { nextTurn } from '../../../application/shared/delay.js';
import type {
  AllPage,
  AppendResult,
  EventFilter,
  EventStore,
  HeadsPage,
  StoredEvent,
  StreamAppends,
  StreamRemoval,
  SubscribeOptions,
} from '../../../application/ports/event-store.js';
import type { LogImport } from '../../../application/ports/log-import.js';
import type { Position } from '../../../domain/shared/recorded.js';
import type { Category, StreamName } from '../../../domain/shared/stream-name.js';
import { workerUrl } from '../../system/worker-url.js';
import { startWriterThread, type WriteClient, WriteError, type WriterThread } from '../../sqlite/write-client.js';
import { checkAppend } from '../append-rules.js';
import { orUnavailable } from '../or-unavailable.js';
import { type CommitSignal, listenForCommits } from './commit-signal.js';
import type { EventLogWorkerData } from './event-log.worker.js';
import { type EventLogReader, openEventLogReader } from './event-log-reader.js';
import type { Removal } from './event-log-writes.js';
import { RecentAppends } from './recent-appends.js';
import { SharedTail } from './shared-tail.js';

const defaultPageSize = 500;

/** The side of a writer thread that the store asks: its own client, or one over a port of its `connect()`. */
export type EventLogWriteLine = Pick<WriteClient, 'call'>;

/**
 * The thread that writes the log at `path`; it creates the file. `onGone`: it ended unexpectedly, appends are
 * `unknown`.
 */
export function startEventLogWriter(path: string, onGone?: (error: Error) => void): WriterThread {
  const file = workerUrl(import.meta.url, './event-log.worker.js');
  return startWriterThread(file, { path } satisfies EventLogWorkerData, onGone);
}

/**
 * The log for a thread that writes through another's writer. It reads in the thread that calls it: stream reads are
 * point reads, long readers belong into a worker thread. The file must exist with its tables; `close` leaves the
 * writer.
 */
export function openSqliteEventStore(options: {
  readonly path: string;
  readonly writer: EventLogWriteLine;
  /** Subscriptions to these categories share what they read. */
  readonly sharedCategories?: readonly Category[];
}): EventStore {
  const reader = openEventLogReader(options.path);
  const { sharedCategories: shared } = options;
  const recent = new RecentAppends(reader);
  const commits = listenForCommits(options.path, (appended) => recent.note(appended));
  const follow = shared === undefined ? recent : new SharedTail(recent, shared);
  return new SqliteEventStore(reader, follow, commits, options.writer);
}

/** Starts the writer, creates the log where there is none, and opens it. Close the store, then the writer. */
export async function openEventLog(
  path: string,
  onGone?: (error: Error) => void,
): Promise<{ readonly store: EventStore; readonly writer: WriterThread }> {
  const writer = startEventLogWriter(path, onGone);
  await writer.client.call('ready', null);
  return { store: openSqliteEventStore({ path, writer: writer.client }), writer };
}

/** For copying a whole log: removals as they were elsewhere. */
export function sqliteLogImport(writer: EventLogWriteLine): LogImport {
  return {
    appendsTogether: true,
    async adoptRemoval(stream, { mode, lastRevision }) {
      const removal: Removal = { stream, mode, expected: lastRevision };
      const result = await writer.call<'adopted' | 'refused'>('adoptRemoval', removal);
      if (result === 'refused') throw new Error(`${stream} was written to here`);
    },
  };
}

/** A stream of no more events is read at once. */
const usualStream = 100;

class SqliteEventStore implements EventStore {
  private closed = false;

  constructor(
    private readonly reader: EventLogReader,
    /** As the reader's own, for subscriptions. */
    private readonly follow: Pick<EventLogReader, 'readPage'>,
    private readonly commits: CommitSignal,
    private readonly writer: EventLogWriteLine,
  ) {}

  async append(writes: StreamAppends): Promise<AppendResult> {
    checkAppend(writes);
    return this.write('append', writes);
  }

  async appendEach(appends: readonly StreamAppends[]): Promise<readonly AppendResult[]> {
    for (const writes of appends) checkAppend(writes);
    try {
      return await this.writer.call<readonly AppendResult[]>('appendEach', appends);
    } catch (cause) {
      const result = unknownBecause(cause);
      return appends.map(() => result);
    }
  }

  async removeStream(stream: StreamName, mode: 'tombstone' | 'soft', expected: number): Promise<AppendResult> {
    return this.write('removeStream', { stream, mode, expected } satisfies Removal);
  }

  readStream(
    stream: StreamName,
    { from = 0, limit = Number.MAX_SAFE_INTEGER }: { readonly from?: number; readonly limit?: number } = {},
  ): Promise<readonly StoredEvent[]> {
    return orUnavailable(async () => {
      const events = this.reader.readStream(stream, from, Math.min(limit, usualStream));
      return events.length < usualStream || limit === usualStream ? events : this.readRest(stream, events, limit);
    });
  }

  /** A long stream in parts: reads are synchronous, and others have their turns in between. */
  private async readRest(
    stream: StreamName,
    begun: readonly StoredEvent[],
    limit: number,
  ): Promise<readonly StoredEvent[]> {
    const events = [...begun];
    for (;;) {
      await nextTurn();
      const next = (events.at(-1)?.revision ?? -1) + 1;
      const part = this.reader.readStreamPart(stream, next, limit - events.length);
      for (const event of part.events) events.push(event);
      // What was removed meanwhile is read as what it is: nothing.
      if (part.isWhole) return this.reader.readLast(stream) === undefined ? [] : events;
    }
  }

  readStreams(streams: readonly StreamName[]): Promise<ReadonlyMap<StreamName, readonly StoredEvent[]>> {
    return orUnavailable(async () => {
      const { events, isWhole } = this.reader.readStreams(streams);
      const found = new Map<StreamName, StoredEvent[]>();
      for (const event of events) {
        const ofStream = found.get(event.stream);
        if (ofStream === undefined) found.set(event.stream, [event]);
        else ofStream.push(event);
      }
      return isWhole ? found : this.readEach(streams);
    });
  }

  /** Too much to be read at once. */
  private async readEach(streams: readonly StreamName[]): Promise<ReadonlyMap<StreamName, readonly StoredEvent[]>> {
    const found = new Map<StreamName, readonly StoredEvent[]>();
    for (const stream of new Set(streams)) {
      await nextTurn();
      const events = await this.readStream(stream);
      if (events.length > 0) found.set(stream, events);
    }
    return found;
  }

  absentAmong(streams: readonly StreamName[]): Promise<ReadonlySet<StreamName>> {
    return orUnavailable(() => this.reader.absentAmong(streams));
  }

  readLast(stream: StreamName): Promise<StoredEvent | undefined> {
    return orUnavailable(() => this.reader.readLast(stream));
  }

  readAll(options: {
    readonly after?: Position;
    readonly limit: number;
    readonly filter?: EventFilter;
  }): Promise<AllPage> {
    return orUnavailable(() => this.reader.readPage(options.after, options.limit, options.filter));
  }

  readHeads(options: { readonly after?: Position; readonly limit: number }): Promise<HeadsPage> {
    return orUnavailable(() => this.reader.readHeads(options.after, options.limit));
  }

  readBack(from: Position, limit: number): Promise<readonly StoredEvent[]> {
    return orUnavailable(() => this.reader.readBack(from, limit));
  }

  head(): Promise<Position | undefined> {
    return orUnavailable(() => this.reader.head());
  }

  removalOf(stream: StreamName): Promise<StreamRemoval | undefined> {
    return orUnavailable(() => this.reader.removalOf(stream));
  }

  async *subscribe({ after, filter, pageSize = defaultPageSize, signal }: SubscribeOptions): AsyncIterable<AllPage> {
    let position = after;
    while (!signal.aborted && !this.closed) {
      const page = this.follow.readPage(position, pageSize, filter);
      if (page.position === position) {
        await this.commits.next(signal);
        continue;
      }
      position = page.position;
      yield page;
      // Reads are synchronous: without this a long catch-up would keep the thread from everything else.
      await nextTurn();
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.commits.close();
    this.reader.close();
  }

  private async write(operation: string, argument: unknown): Promise<AppendResult> {
    try {
      return await this.writer.call<AppendResult>(operation, argument);
    } catch (cause) {
      return unknownBecause(cause);
    }
  }
}

function unknownBecause(cause: unknown): AppendResult {
  if (cause instanceof WriteError) return { result: 'unknown', cause };
  throw cause;
}
