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
import type { StreamName } from '../../../domain/shared/stream-name.js';
import type { OnCall } from '../../telemetry/engine-calls.js';
import { checkAppend } from '../append-rules.js';
import { orUnavailable } from '../or-unavailable.js';
import { appendStreams } from './append-to-stream.js';
import { type Connection, openConnection } from './connection.js';
import { followLive } from './follow-live.js';
import { LiveFeed } from './live-feed.js';
import { createLogReads, type LogReads } from './log-reads.js';
import { later } from './log-position.js';
import { keptOfTail, SharedSubscription } from './shared-subscription.js';
import { createOutage, type Outage, type OutageReport } from './outage.js';
import { createStreamRemovals, type StreamRemovals } from './stream-removals.js';
import { TailInUse } from './tail-in-use.js';

const defaultPageSize = 500;

export interface EventStoreDbTimings {
  /** After it an append's result is unknown; a frozen server would be noticed after 20 s only. */
  readonly appendDeadlineMs: number;
  /** A read, or a subscription that is behind, of which nothing has come for so long is given up. */
  readonly readSilenceMs: number;
  /** So long, within the deadline, a call is asked again while no leader answers; its caller sees a slow answer. */
  readonly outagePatienceMs: number;
  /** What a subscriber does not want moves it on no more often than this. */
  readonly lookAheadMs: number;
  /** So often it is looked, for all subscribers, whether the log has gone on while the server says nothing. */
  readonly lookAgainMs: number;
}

const eventStoreDbTimings: EventStoreDbTimings = {
  appendDeadlineMs: 3_000,
  readSilenceMs: 10_000,
  outagePatienceMs: 3_000,
  lookAheadMs: 250,
  lookAgainMs: 5_000,
};

/** What an operator may want to hear of. */
export interface EventStoreDbReports {
  /** The server has dropped a subscription, and it was opened again. */
  readonly onDropped?: () => void;
  /** An answer came for no append. */
  readonly onStrayAnswer?: () => void;
  /** A call to the server, or an event of a subscription. */
  readonly onCall?: OnCall;
  readonly outages?: OutageReport;
}

export interface EventStoreDbLog {
  readonly url: string;
  /** Categories of Posthorn's own streams: another program may write to the log too. */
  readonly categories: ReadonlySet<string>;
}

/**
 * The log on EventStoreDB 23.10 and newer or KurrentDB. Connects with the first call, and again after each outage.
 * `url` is a connection string: `esdb://`, `esdb+discover://`, or either with `kurrentdb`, with several hosts for a
 * cluster.
 */
export function openEventStoreDb({
  url,
  categories,
  timings,
  ...reports
}: EventStoreDbReports & EventStoreDbLog & { readonly timings?: Partial<EventStoreDbTimings> }): EventStore {
  const connection = openConnection(url, reports);
  return new EventStoreDbEventStore(connection, categories, { ...eventStoreDbTimings, ...timings }, reports);
}

/** For copying a whole log: removals as they were elsewhere, over a connection of its own. */
export function openEventStoreDbImport({ url, categories }: EventStoreDbLog): LogImport & { close(): Promise<void> } {
  const connection = openConnection(url);
  const { readSilenceMs: silenceMs, outagePatienceMs } = eventStoreDbTimings;
  const reads = createLogReads({
    connection,
    categories,
    outage: createOutage(unreported),
    silenceMs,
    outagePatienceMs,
  });
  const removals = createStreamRemovals({ connection, reads, ...eventStoreDbTimings });
  return {
    appendsTogether: false,
    adoptRemoval: (stream, removal) => removals.adopt(stream, removal),
    close: () => connection.close(),
  };
}

const unreported: OutageReport = { onAway: () => undefined, onBack: () => undefined };

class EventStoreDbEventStore implements EventStore {
  private readonly closing = new AbortController();
  private readonly outage: Outage;
  private readonly onDropped: () => void;
  private readonly reads: LogReads;
  private readonly removals: StreamRemovals;
  /** The last position that was written through this store. */
  private written: Position | undefined;
  private readonly tails = new TailInUse(() => this.openTail());
  private recent: { readonly atMs: number; readonly head: Promise<Position | undefined> } | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly categories: ReadonlySet<string>,
    private readonly timings: EventStoreDbTimings,
    { outages = unreported, onDropped = () => undefined }: EventStoreDbReports,
  ) {
    const { readSilenceMs: silenceMs, outagePatienceMs } = timings;
    this.onDropped = onDropped;
    this.outage = createOutage(outages);
    this.reads = createLogReads({ connection, categories, outage: this.outage, silenceMs, outagePatienceMs });
    this.removals = createStreamRemovals({ connection, reads: this.reads, ...timings });
  }

  async append(writes: StreamAppends): Promise<AppendResult> {
    checkAppend(writes);
    const { connection } = this;
    const { appendDeadlineMs: deadlineMs, outagePatienceMs } = this.timings;
    const options = { connection, reads: this.reads, outage: this.outage, deadlineMs, outagePatienceMs };
    const appended = await appendStreams(options, writes);
    if (appended.result === 'written') this.written = later(this.written, appended.position);
    return appended;
  }

  async appendEach(appends: readonly StreamAppends[]): Promise<readonly AppendResult[]> {
    for (const writes of appends) checkAppend(writes);
    return Promise.all(appends.map((writes) => this.append(writes)));
  }

  async absentAmong(streams: readonly StreamName[]): Promise<ReadonlySet<StreamName>> {
    const found = await Promise.all(
      streams.map(async (stream) => ((await this.readStream(stream, { limit: 1 })).length === 0 ? [stream] : [])),
    );
    return new Set(found.flat());
  }

  async readStream(
    stream: StreamName,
    { from = 0, limit = Number.MAX_SAFE_INTEGER }: { readonly from?: number; readonly limit?: number } = {},
  ): Promise<readonly StoredEvent[]> {
    const reading = await orUnavailable(() => this.reads.stream(stream, from, limit));
    return reading.state === 'there' ? reading.events : [];
  }

  async readStreams(streams: readonly StreamName[]): Promise<ReadonlyMap<StreamName, readonly StoredEvent[]>> {
    const read = streams.map(async (stream) => [stream, await this.readStream(stream)] as const);
    return new Map((await Promise.all(read)).filter(([, events]) => events.length > 0));
  }

  async readLast(stream: StreamName): Promise<StoredEvent | undefined> {
    const reading = await orUnavailable(() => this.reads.last(stream));
    return reading.state === 'there' ? reading.events[0] : undefined;
  }

  readAll(options: {
    readonly after?: Position;
    readonly limit: number;
    readonly filter?: EventFilter;
  }): Promise<AllPage> {
    return orUnavailable(() => this.reads.page(options.after, options.limit, options.filter));
  }

  async readHeads(options: { readonly after?: Position; readonly limit: number }): Promise<HeadsPage> {
    const { after, limit } = options;
    const { events, ...page } =
      this.received(after, limit) ?? (await orUnavailable(() => this.reads.page(after, limit)));
    const heads = events.map(({ stream, revision, position, id, type, metadata }) => {
      const { digest = null } = JSON.parse(metadata) as { readonly digest?: string };
      return { stream, revision, position, id, type, digest };
    });
    return { ...page, heads };
  }

  readBack(from: Position, limit: number): Promise<readonly StoredEvent[]> {
    return orUnavailable(() => this.reads.back(from, limit));
  }

  head(): Promise<Position | undefined> {
    return orUnavailable(() => this.askHead());
  }

  async *subscribe({
    after,
    filter = {},
    pageSize = defaultPageSize,
    signal,
  }: SubscribeOptions): AsyncIterable<AllPage> {
    const { lookAheadMs, readSilenceMs: silenceMs } = this.timings;
    yield* followLive({
      tails: this.tails,
      openFeed: (from) => this.openFeed(from, filter, pageSize),
      reads: this.reads,
      recentHead: () => this.recentHead(lookAheadMs),
      after,
      filter,
      pageSize,
      signal: AbortSignal.any([signal, this.closing.signal]),
      lookAheadMs,
      silenceMs,
      onDropped: this.onDropped,
    });
  }

  removeStream(stream: StreamName, mode: 'tombstone' | 'soft', expected: number): Promise<AppendResult> {
    return this.removals.remove(stream, mode, expected);
  }

  removalOf(stream: StreamName): Promise<StreamRemoval | undefined> {
    return orUnavailable(() => this.removals.removalOf(stream));
  }

  async close(): Promise<void> {
    if (this.closing.signal.aborted) return;
    this.closing.abort();
    await this.connection.close();
  }

  /** As a read, from what has been received already: where that is whole, up to everything that was written here. */
  private received(after: Position | undefined, limit: number): AllPage | undefined {
    const { opened } = this.tails;
    return opened?.hasCaughtUp(this.written) === true && opened.holds(after)
      ? opened.page(after, limit, {})
      : undefined;
  }

  private async openTail(): Promise<SharedSubscription> {
    const { lookAheadMs: passOverMs, lookAgainMs, readSilenceMs: silenceMs } = this.timings;
    return new SharedSubscription(await this.askHead(), {
      openFeed: (after) => this.openFeed(after, {}, defaultPageSize),
      recentHead: () => this.recentHead(lookAgainMs),
      kept: keptOfTail,
      lookAgainMs,
      silenceMs,
      passOverMs,
      onDropped: this.onDropped,
    });
  }

  private openFeed(after: Position | undefined, filter: EventFilter, heldEvents: number): LiveFeed {
    return new LiveFeed(this.connection, { categories: this.categories, after, filter, heldEvents });
  }

  private askHead(): Promise<Position | undefined> {
    const head = this.reads.head();
    const recent = { atMs: performance.now(), head };
    this.recent = recent;
    head.catch(() => {
      if (this.recent === recent) this.recent = undefined;
    });
    return head;
  }

  /** Asked at most so long ago, by whomever. */
  private recentHead(maxAgeMs: number): Promise<Position | undefined> {
    const { recent } = this;
    return recent !== undefined && performance.now() - recent.atMs < maxAgeMs ? recent.head : this.askHead();
  }
}
