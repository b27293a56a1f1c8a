import type { Position } from '../../domain/shared/recorded.js';
import type { Category, StreamName } from '../../domain/shared/stream-name.js';

/** Where an event lies, without its content. */
export interface EventPlace {
  readonly position: Position;
  readonly stream: StreamName;
  /** ISO 8601. */
  readonly at: string;
}

/** Numbers about a log for its operator. No reading takes longer the older the log is, but for those that say so. */
export interface EventLogFigures {
  /** Reads an index of the whole log; null: not known without reading all of it. */
  count(): number | null;
  /** Number of events of these categories behind a position. */
  countAfter(after: Position | undefined, categories: readonly Category[]): number;
  /** The first event behind a position; of these types alone, where they are given. */
  firstAfter(
    after: Position | undefined,
    categories: readonly Category[],
    types?: readonly string[],
  ): EventPlace | undefined;
  lastOf(category: Category): EventPlace | undefined;
  /** The newest events, newest first. */
  newest(limit: number): readonly EventPlace[];
  /** The last event before this time, where times follow positions. */
  lastBefore(at: string): EventPlace | undefined;
  /** Number of events of one type behind a position, and the newest. Reads every event of the category there. */
  ofType(
    type: string,
    category: Category,
    after: Position | undefined,
  ): { readonly events: number; readonly newestAt: string | null };
  /** Every stream of the category that is there, in order of their names. */
  streamsOf(category: Category): readonly StreamName[];
  /**
   * The first event of each stream of the category that has one of `opening` and none of `closing`. Reads the category.
   */
  openStreams(category: Category, opening: string, closing: string): readonly EventPlace[];
  close(): void;
}
