import { BACKWARDS, END, type EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client';
import type { AllPage, EventFilter, StoredEvent } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import type { StreamName } from '../../../domain/shared/stream-name.js';
import { matches } from '../event-ring.js';
import { collect } from './collect.js';
import type { Connection } from './connection.js';
import { refusalOf } from './errors.js';
import { logPositionOf } from './log-position.js';
import type { Outage } from './outage.js';
import { asWireRecords, placeOf } from './wire-record.js';

/** A page that filters considers at most so many records: what is rare must not make one read long. */
const maxRecordsPerPage = 5_000;
const fewestRecordsPerFilteredRead = 500;
const firstRecordsFromEnd = 8;
const maxRecordsFromEnd = 1_000;

/** A stream that is there, one that reads as absent, or one that is gone for ever. */
type StreamReading =
  | { readonly state: 'there'; readonly events: readonly StoredEvent[] }
  | { readonly state: 'absent' }
  | { readonly state: 'tombstone' };

export interface LogReads {
  stream(stream: StreamName, from: number, limit: number): Promise<StreamReading>;
  /** The stream's newest event alone. */
  last(stream: string): Promise<StreamReading>;
  page(after: Position | undefined, limit: number, filter?: EventFilter): Promise<AllPage>;
  back(from: Position, limit: number): Promise<readonly StoredEvent[]>;
  /** Position of our newest event. The server's own may lie behind it. */
  head(): Promise<Position | undefined>;
}

export interface LogReadsOptions {
  /** Those of Posthorn's own streams. */
  readonly categories: ReadonlySet<string>;
  readonly connection: Pick<Connection, 'ask'>;
  readonly outage: Outage;
  readonly silenceMs: number;
  /**
   * So long a stream's read is asked again while the log is away: a caller waits for it. Readers of the whole log go on
   * later.
   */
  readonly outagePatienceMs: number;
}

/** Reads by the leader alone: another node may not have yet what was just acknowledged. */
export function createLogReads({
  connection,
  categories,
  outage,
  silenceMs,
  outagePatienceMs,
}: LogReadsOptions): LogReads {
  const readAll = (options: Parameters<EventStoreDBClient['readAll']>[0]) =>
    connection.ask(({ client, heard }) =>
      collect(asWireRecords(client.readAll({ ...options, requiresLeader: true }), categories), silenceMs, heard),
    );

  const readStream = async (
    name: string,
    options: Parameters<EventStoreDBClient['readStream']>[1],
  ): Promise<StreamReading> => {
    const ask = async (): Promise<StreamReading> => {
      let isAbsent = false;
      const onAbsent = (): void => {
        isAbsent = true;
      };
      const records = await connection.ask(({ client, heard }) => {
        const read = asWireRecords(client.readStream(name, { ...options, requiresLeader: true }), categories, onAbsent);
        return collect(read, silenceMs, heard);
      });
      return isAbsent ? { state: 'absent' } : { state: 'there', events: records.flatMap(({ event }) => event ?? []) };
    };
    try {
      return await outage.retryWhileAway(outagePatienceMs, ask);
    } catch (error) {
      if (refusalOf(error) === 'stream-deleted') return { state: 'tombstone' };
      throw error;
    }
  };

  return {
    // The server refuses to read nothing.
    stream: async (stream, from, limit) =>
      limit < 1
        ? { state: 'there', events: [] }
        : readStream(stream, { direction: FORWARDS, fromRevision: BigInt(from), maxCount: limit }),
    last: (stream) => readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),

    async page(after, limit, filter) {
      if (!(limit >= 1)) throw new RangeError(`a page holds at least one event, not ${limit}`);
      const events: StoredEvent[] = [];
      const foreign: string[] = [];
      const passedOver = () => (foreign.length === 0 ? {} : { foreign });
      let position = after;
      for (let considered = 0; ; ) {
        // A read begins with the record at its position, and one record more shows whether anything follows.
        const missing = limit - events.length;
        const maxCount = 2 + (filter === undefined ? missing : Math.max(missing, fewestRecordsPerFilteredRead));
        const fromPosition = position === undefined ? START : logPositionOf(position);
        const records = await readAll({ direction: FORWARDS, fromPosition, maxCount });
        for (const record of records) {
          const place = placeOf(record);
          if (position !== undefined && place <= position) continue;
          if (events.length === limit) return { events, position, atEnd: false, ...passedOver() };
          position = place;
          const { event } = record;
          if (event !== undefined && matches(event, filter)) events.push(event);
          if (filter === undefined && record.foreign !== undefined) foreign.push(record.foreign);
        }
        if (records.length < maxCount) return { events, position, atEnd: true, ...passedOver() };
        considered += records.length;
        if (considered >= maxRecordsPerPage) return { events, position, atEnd: false, ...passedOver() };
      }
    },

    async back(from, limit) {
      if (limit < 1) return [];
      const fromPosition = logPositionOf(from);
      // Backwards a read begins before its position.
      const [at] = await readAll({ direction: FORWARDS, fromPosition, maxCount: 1 });
      const first = at?.place === from ? at.event : undefined;
      const events = first === undefined ? [] : [first];
      for (let before = from; events.length < limit; ) {
        const maxCount = limit - events.length;
        const records = await readAll({ direction: BACKWARDS, fromPosition: logPositionOf(before), maxCount });
        for (const record of records) {
          before = placeOf(record);
          const { event } = record;
          if (event !== undefined) events.push(event);
        }
        if (records.length < maxCount) break;
      }
      return events;
    },

    async head() {
      let before: Position | undefined;
      for (let maxCount = firstRecordsFromEnd; ; maxCount = Math.min(maxCount * 4, maxRecordsFromEnd)) {
        const fromPosition = before === undefined ? END : logPositionOf(before);
        const records = await readAll({ direction: BACKWARDS, fromPosition, maxCount });
        for (const record of records) {
          const { event } = record;
          if (event !== undefined) return event.position;
          before = placeOf(record);
        }
        if (records.length < maxCount) return undefined;
      }
    },
  };
}
