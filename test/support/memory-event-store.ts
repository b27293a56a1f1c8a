import {
  type AllPage,
  type AppendResult,
  type EventFilter,
  EventLogUnavailable,
  type EventStore,
  type HeadsPage,
  type StoredEvent,
  type StreamAppend,
  type StreamAppends,
  type StreamRemoval,
  type SubscribeOptions,
} from '../../src/application/ports/event-store.js';
import type { LogImport } from '../../src/application/ports/log-import.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { categoryOf, type StreamName } from '../../src/domain/shared/stream-name.js';
import { checkAppend } from '../../src/infrastructure/event-store/append-rules.js';

/** The log in memory, for tests of what lies above the port: the same contract as the real adapters, no durability. */
export class MemoryEventStore implements EventStore, LogImport {
  readonly appendsTogether: boolean = true;
  private stored: StoredEvent[] = [];
  private sequence = 0;
  private readonly removed = new Map<StreamName, StreamRemoval>();
  private readonly waiting = new Set<() => void>();
  private closed = false;

  async append(writes: StreamAppends): Promise<AppendResult> {
    checkAppend(writes);
    const [anchor, ...others] = writes;
    const written = this.appendToStream(anchor);
    if (written === undefined) return { result: 'conflict' };
    const positions = [written, ...others.map((other) => this.appendToStream(other))].map((event) => event?.position);
    const position = positions.reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a));
    this.wakeAll();
    return { result: 'written', revision: written.revision, position: position ?? written.position };
  }

  async appendEach(appends: readonly StreamAppends[]): Promise<readonly AppendResult[]> {
    for (const writes of appends) checkAppend(writes);
    const results: AppendResult[] = [];
    for (const writes of appends) results.push(await this.append(writes));
    return results;
  }

  async absentAmong(streams: readonly StreamName[]): Promise<ReadonlySet<StreamName>> {
    this.checkOpen();
    return new Set(streams.filter((stream) => this.lastOf(stream) === undefined));
  }

  async readStream(
    stream: StreamName,
    { from = 0, limit = Infinity }: { readonly from?: number; readonly limit?: number } = {},
  ): Promise<readonly StoredEvent[]> {
    const events = this.log.filter((event) => event.stream === stream && event.revision >= from);
    return events.slice(0, limit);
  }

  async readStreams(streams: readonly StreamName[]): Promise<ReadonlyMap<StreamName, readonly StoredEvent[]>> {
    const read = streams.map(async (stream) => [stream, await this.readStream(stream)] as const);
    return new Map((await Promise.all(read)).filter(([, events]) => events.length > 0));
  }

  async readLast(stream: StreamName): Promise<StoredEvent | undefined> {
    return this.lastOf(stream);
  }

  async readAll(options: {
    readonly after?: Position;
    readonly limit: number;
    readonly filter?: EventFilter;
  }): Promise<AllPage> {
    return this.page(options.after, options.limit, options.filter);
  }

  async readHeads({ after, limit }: { readonly after?: Position; readonly limit: number }): Promise<HeadsPage> {
    const { events, ...page } = this.page(after, limit, undefined);
    const heads = events.map(({ data: _, metadata, ...head }) => {
      const { digest = null } = JSON.parse(metadata) as { digest?: string };
      return { ...head, digest };
    });
    return { ...page, heads };
  }

  async readBack(from: Position, limit: number): Promise<readonly StoredEvent[]> {
    const before = this.log.filter(({ position }) => position <= from);
    return before.reverse().slice(0, limit);
  }

  async head(): Promise<Position | undefined> {
    return this.lastPosition();
  }

  async *subscribe({ after, filter, pageSize = 500, signal }: SubscribeOptions): AsyncIterable<AllPage> {
    let position = after;
    while (!signal.aborted && !this.closed) {
      const page = this.page(position, pageSize, filter);
      if (page.position === position) {
        await this.nextCommit(signal);
        continue;
      }
      position = page.position;
      yield page;
    }
  }

  async removeStream(stream: StreamName, mode: 'tombstone' | 'soft', expected: number): Promise<AppendResult> {
    const removed = this.removed.get(stream);
    const current = this.lastOf(stream)?.revision ?? removed?.lastRevision;
    const position = this.lastPosition();
    if (current !== expected || position === undefined) return { result: 'conflict' };
    if (removed?.mode === 'tombstone' && mode === 'soft') return { result: 'conflict' };
    this.stored = this.log.filter((event) => event.stream !== stream);
    this.removed.set(stream, { mode, lastRevision: expected });
    return { result: 'written', revision: expected, position };
  }

  async removalOf(stream: StreamName): Promise<StreamRemoval | undefined> {
    this.checkOpen();
    return this.removed.get(stream);
  }

  async adoptRemoval(stream: StreamName, removal: StreamRemoval): Promise<void> {
    const known = this.removed.get(stream);
    if (known?.mode === removal.mode && known.lastRevision === removal.lastRevision) return;
    if (known !== undefined || this.lastOf(stream) !== undefined) throw new Error(`${stream} was written to here`);
    this.removed.set(stream, removal);
  }

  async close(): Promise<void> {
    this.closed = true;
    this.wakeAll();
  }

  /** @returns what puts everything back as it is now. */
  backUp(): () => void {
    const [stored, sequence, removed] = [[...this.stored], this.sequence, [...this.removed]];
    return () => {
      this.stored = [...stored];
      this.sequence = sequence;
      this.removed.clear();
      for (const [stream, removal] of removed) this.removed.set(stream, removal);
    };
  }

  /** The last event of what was asked, written now or before; undefined where the expectation does not hold. */
  private appendToStream({ stream, expected, events }: StreamAppend): StoredEvent | undefined {
    const removed = this.removed.get(stream);
    const last = this.lastOf(stream);
    const first = expected === 'no-stream' ? (removed?.lastRevision ?? -1) + 1 : expected + 1;
    const holds = removed?.mode !== 'tombstone' && last?.revision === (expected === 'no-stream' ? undefined : expected);
    if (holds) {
      events.forEach((event, index) => {
        this.sequence += 1;
        this.log.push({ ...event, stream, revision: first + index, position: positionOf(this.sequence) });
      });
      return this.log.at(-1);
    }
    const stored = this.log.filter((event) => event.stream === stream && event.revision >= first);
    return events.every((event, index) => event.id === stored[index]?.id) ? stored[events.length - 1] : undefined;
  }

  private set log(events: StoredEvent[]) {
    this.stored = events;
  }

  private get log(): StoredEvent[] {
    this.checkOpen();
    return this.stored;
  }

  private checkOpen(): void {
    if (this.closed) throw new EventLogUnavailable('the event log cannot be read: it is closed');
  }

  private lastOf(stream: StreamName): StoredEvent | undefined {
    return this.log.findLast((event) => event.stream === stream);
  }

  private lastPosition(): Position | undefined {
    this.checkOpen();
    return this.sequence === 0 ? undefined : positionOf(this.sequence);
  }

  private page(after: Position | undefined, limit: number, filter: EventFilter | undefined): AllPage {
    const head = this.lastPosition();
    const matching = this.log.filter((event) => event.position > (after ?? '') && matches(event, filter));
    const events = matching.slice(0, limit);
    const position = events.length < limit ? head : events.at(-1)?.position;
    return { events, position, atEnd: position === head };
  }

  private nextCommit(signal: AbortSignal): Promise<void> {
    return new Promise((done) => {
      const wake = (): void => {
        this.waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        done();
      };
      this.waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  private wakeAll(): void {
    for (const wake of this.waiting) wake();
  }
}

function matches(event: StoredEvent, { categories, types }: EventFilter = {}): boolean {
  return (categories?.includes(categoryOf(event.stream)) ?? true) && (types?.includes(event.type) ?? true);
}

function positionOf(sequence: number): Position {
  return String(sequence).padStart(20, '0') as Position;
}
