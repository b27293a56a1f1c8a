import type { Position } from '../../domain/shared/recorded.js';
import type { Category, StreamName } from '../../domain/shared/stream-name.js';

/**
 * One append to one stream is at most this many bytes over its events (type, data, metadata): the smallest engine's
 * limit.
 */
export const MAX_APPEND_BYTES = 1024 * 1024;

/** An encoded event: data and metadata are canonical JSON text, personal values already sealed. */
export interface NewStoredEvent {
  /** UUID. */
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

export interface StoredEvent extends NewStoredEvent {
  readonly stream: StreamName;
  readonly revision: number;
  readonly position: Position;
}

/** The revision of the stream's last event as loaded, or that the stream must not exist. Never "any". */
export type ExpectedRevision = number | 'no-stream';

export interface StreamAppend {
  readonly stream: StreamName;
  readonly expected: ExpectedRevision;
  readonly events: readonly [NewStoredEvent, ...NewStoredEvent[]];
}

/** The first is the anchor. */
export type StreamAppends = readonly [StreamAppend, ...StreamAppend[]];

/**
 * `written`: on disk, in the given order. `conflict`: the anchor's revision was another one, nothing was written.
 * `unknown`: it may or may not have been written; ask again with the same ids and the same revision.
 */
export type AppendResult =
  | { readonly result: 'written'; readonly revision: number; readonly position: Position }
  | { readonly result: 'conflict' }
  | { readonly result: 'unknown'; readonly cause: unknown };

/** Any of the categories (all when absent) and any of the types (all when absent). */
export interface EventFilter {
  readonly categories?: readonly Category[];
  readonly types?: readonly string[];
}

export interface AllPage {
  readonly events: readonly StoredEvent[];
  /** Everything up to and including this position has been considered; undefined while the log is empty. */
  readonly position: Position | undefined;
  /** Nothing lay behind this page when it was read. */
  readonly atEnd: boolean;
  /** Without a filter: the stream of each event that was passed over, because another program has written it. */
  readonly foreign?: readonly string[];
}

/** An event without its content. */
export interface EventHead extends Pick<StoredEvent, 'stream' | 'revision' | 'position' | 'id' | 'type'> {
  /** The `digest` of its metadata; null where they have none. */
  readonly digest: string | null;
}

/** As {@link AllPage}. */
export interface HeadsPage extends Pick<AllPage, 'position' | 'atEnd'> {
  readonly heads: readonly EventHead[];
}

/** How a stream was last removed; a softly removed one may have gone on since, behind `lastRevision`. */
export interface StreamRemoval {
  readonly mode: 'tombstone' | 'soft';
  readonly lastRevision: number;
}

export interface SubscribeOptions {
  /** Exclusive; absent: from the first event. */
  readonly after?: Position;
  readonly filter?: EventFilter;
  /** At most so many events in a page; default 500. */
  readonly pageSize?: number;
  readonly signal: AbortSignal;
}

/**
 * The log. An append speaks of its first write, the anchor: where the others' streams already exist they are left as
 * they are. Errors other than the three results are programming errors (no events, an empty type, an id that is no
 * UUID, over {@link MAX_APPEND_BYTES}) and are thrown before anything is written. A read that fails rejects with
 * {@link EventLogUnavailable}; it never answers "absent".
 */
export interface EventStore {
  append(writes: StreamAppends): Promise<AppendResult>;
  /**
   * Several appends in one call, each as if alone: one that conflicts leaves the others as they are. The results come
   * in their order.
   */
  appendEach(appends: readonly StreamAppends[]): Promise<readonly AppendResult[]>;
  /** In revision order from `from` (default 0), at most `limit` events; an absent or removed stream reads as empty. */
  readStream(
    stream: StreamName,
    options?: { readonly from?: number; readonly limit?: number },
  ): Promise<readonly StoredEvent[]>;
  /** Whole streams, by their names; those that read as empty are left out. */
  readStreams(streams: readonly StreamName[]): Promise<ReadonlyMap<StreamName, readonly StoredEvent[]>>;
  /** Those of the streams that read as empty. */
  absentAmong(streams: readonly StreamName[]): Promise<ReadonlySet<StreamName>>;
  /** The stream's last event; undefined for an absent or removed stream. */
  readLast(stream: StreamName): Promise<StoredEvent | undefined>;
  readAll(options: {
    readonly after?: Position;
    readonly limit: number;
    readonly filter?: EventFilter;
  }): Promise<AllPage>;
  /** As `readAll` without a filter, for those who follow everything and read nothing of it. */
  readHeads(options: { readonly after?: Position; readonly limit: number }): Promise<HeadsPage>;
  /** The event at this position, where it is still there, and those before it: newest first, at most `limit`. */
  readBack(from: Position, limit: number): Promise<readonly StoredEvent[]>;
  /** The last position of the log, undefined while it is empty. */
  head(): Promise<Position | undefined>;
  /**
   * Catch-up, then live, in position order, until `signal` aborts. A page without events still moves the position. May
   * end or throw at any time; the caller resumes from what it has processed.
   */
  subscribe(options: SubscribeOptions): AsyncIterable<AllPage>;
  /**
   * Removes a whole stream. `tombstone`: it reads as absent and refuses every append for ever. `soft`: it reads as
   * absent, takes "no-stream" again and goes on after its last revision. Reads of all streams may still show its
   * events, until the engine's operator has it swept.
   */
  removeStream(stream: StreamName, mode: 'tombstone' | 'soft', expected: number): Promise<AppendResult>;
  /** Undefined for a stream that was never removed. For audits: it says at which revision the events must begin. */
  removalOf(stream: StreamName): Promise<StreamRemoval | undefined>;
  close(): Promise<void>;
}

/** The log could not be read. What was to be decided from it is not decided; the caller may try again. */
export class EventLogUnavailable extends Error {
  readonly code = 'event-log-unavailable';
}
