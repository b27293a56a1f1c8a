import type {
  AllPage,
  EventFilter,
  EventHead,
  HeadsPage,
  StoredEvent,
  StreamRemoval,
} from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import type { StreamName } from '../../../domain/shared/stream-name.js';
import { type DatabaseSync, openDatabase } from '../../sqlite/database.js';
import { positionOf, rowOf } from './event-log-position.js';

/** A page that looks for types considers at most so many positions: a rare type must not make one read long. */
const maxPositionsPerPage = 5_000;

/**
 * Length of the texts of a page, in characters: it ends behind the event that exceeds this, so that events of large
 * emails do not make one read long.
 */
const maxCharactersPerPage = 1024 * 1024;
/** Some milliseconds of reading. */
const mostEventsOfPart = 1_000;

const columns = 'position, stream, revision, id, type, data, metadata';

/**
 * SQLite looks at the value of a bare parameter here and plans the statement again at every call; of a sum it does not.
 */
const limitedBy = (parameter: string): string => `LIMIT ${parameter} + 0`;

type Row = Omit<StoredEvent, 'position'> & { readonly position: number };
type HeadRow = Omit<EventHead, 'position'> & { readonly position: number };

/** Reads of one connection, in the calling thread, each in its own short transaction. */
export interface EventLogReader {
  readStream(stream: StreamName, from: number, limit: number | undefined): readonly StoredEvent[];
  /** As much of it as one turn of the event loop reads. `isWhole`: nothing is left, or `limit` is reached. */
  readStreamPart(stream: StreamName, from: number, limit: number): StreamPart;
  /** Several streams in one transaction. `isWhole` false: they are more than one turn of the event loop reads. */
  readStreams(streams: readonly StreamName[]): StreamPart;
  absentAmong(streams: readonly StreamName[]): ReadonlySet<StreamName>;
  readLast(stream: StreamName): StoredEvent | undefined;
  readPage(after: Position | undefined, limit: number, filter: EventFilter | undefined): AllPage;
  readHeads(after: Position | undefined, limit: number): HeadsPage;
  readBack(from: Position, limit: number): readonly StoredEvent[];
  head(): Position | undefined;
  removalOf(stream: StreamName): StreamRemoval | undefined;
  close(): void;
}

interface StreamPart {
  readonly events: readonly StoredEvent[];
  readonly isWhole: boolean;
}

/** The file must exist, with its tables. */
export function openEventLogReader(path: string): EventLogReader {
  const database = openDatabase(path, { readOnly: true });
  const streamRows = database.prepare(
    `SELECT ${columns} FROM events WHERE stream = ? AND revision >= ? ORDER BY revision ${limitedBy('?')}`,
  );
  const streamsRows = database.prepare(
    `SELECT ${columns} FROM events WHERE stream IN (SELECT value FROM json_each(?))
     ORDER BY stream, revision ${limitedBy('?')}`,
  );
  const streamLastRow = database.prepare(
    `SELECT ${columns} FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1`,
  );
  const thereRows = database.prepare(
    'SELECT DISTINCT stream FROM events WHERE stream IN (SELECT value FROM json_each(?))',
  );
  const headRows = database.prepare(
    `SELECT position, stream, revision, id, type, json_extract(metadata, '$.digest') AS digest FROM events
     WHERE position > ? AND position <= ? ORDER BY position ${limitedBy('?')}`,
  );
  const backRows = database.prepare(
    `SELECT ${columns} FROM events WHERE position <= ? ORDER BY position DESC ${limitedBy('?')}`,
  );
  const lastRow = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'");
  const removalRow = database.prepare(
    'SELECT mode, last_revision AS lastRevision FROM removed_streams WHERE stream = ?',
  );
  const pageRows = pageStatements(database);
  // The counter and not the last row's number: what a removal took from the end has been considered all the same.
  const headRow = (): number => Number(lastRow.get()?.['seq'] ?? 0);

  return {
    readStream: (stream, from, limit) => (streamRows.all(stream, from, limit ?? -1) as unknown as Row[]).map(toEvent),
    readStreamPart(stream, from, limit) {
      const most = Math.min(limit, mostEventsOfPart);
      const { rows, isWhole } = boundedRows(streamRows.iterate(stream, from, most), most);
      return { events: rows.map(toEvent), isWhole: isWhole || rows.length === limit };
    },
    readStreams(streams) {
      const found = streamsRows.iterate(JSON.stringify(streams), mostEventsOfPart);
      const { rows, isWhole } = boundedRows(found, mostEventsOfPart);
      return { events: rows.map(toEvent), isWhole };
    },
    absentAmong(streams) {
      const there = new Set(thereRows.all(JSON.stringify(streams)).map(({ stream }) => String(stream)));
      return new Set(streams.filter((stream) => !there.has(stream)));
    },
    readLast(stream) {
      const row = streamLastRow.get(stream) as Row | undefined;
      return row && toEvent(row);
    },
    head: () => positionOrNone(headRow()),
    removalOf: (stream) => removalRow.get(stream) as StreamRemoval | undefined,
    readPage(after, limit, filter) {
      if (!(limit >= 1)) throw new RangeError(`a page holds at least one event, not ${limit}`);
      const start = rowOf(after);
      // The head is read first and bounds the page. Writers take turns (BEGIN IMMEDIATE) and numbers only grow, so
      // positions become visible in order: nothing can still appear at or before the head.
      const head = Math.max(start, headRow());
      const end = filter?.types === undefined ? head : Math.min(head, start + maxPositionsPerPage);
      if (end === start) return { events: [], position: after, atEnd: true };
      const { rows, isWhole } = pageRows(start, end, limit, filter);
      const events = rows.map(toEvent);
      const position = isWhole ? positionOf(end) : events.at(-1)?.position;
      return { events, position, atEnd: rowOf(position) === head };
    },
    readHeads(after, limit) {
      const start = rowOf(after);
      const end = Math.max(start, headRow());
      const rows = headRows.all(start, end, limit) as unknown as HeadRow[];
      const heads = rows.map((row): EventHead => ({ ...row, position: positionOf(row.position) }));
      const position = heads.length < limit ? positionOrNone(end) : heads.at(-1)?.position;
      return { heads, position, atEnd: rowOf(position) === end };
    },
    readBack: (from, limit) => (backRows.all(rowOf(from), limit) as unknown as Row[]).map(toEvent),
    close: () => database.close(),
  };
}

/** One prepared statement for each number of categories, with and without types. */
function pageStatements(database: DatabaseSync) {
  const cache = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  return (start: number, end: number, limit: number, { categories, types }: EventFilter = {}): PageRows => {
    // A category named twice would give its events twice.
    const distinct = categories && [...new Set(categories)];
    if (distinct?.length === 0) return { rows: [], isWhole: true };
    const sql = pageSql(distinct?.length, types !== undefined);
    const statement = cache.get(sql) ?? database.prepare(sql);
    cache.set(sql, statement);
    const parameters: Record<string, string | number> = { start, end, limit };
    if (types !== undefined) parameters['types'] = JSON.stringify(types);
    distinct?.forEach((category, index) => {
      parameters[`category${index}`] = category;
    });
    return boundedRows(statement.iterate(parameters), limit);
  };
}

interface PageRows {
  readonly rows: readonly Row[];
  /** Nothing was left out. */
  readonly isWhole: boolean;
}

/** Rows of statements whose columns are those of a row. */
function boundedRows(found: Iterable<unknown>, limit: number): PageRows {
  const rows: Row[] = [];
  let characters = 0;
  for (const row of found as Iterable<Row>) {
    rows.push(row);
    characters += row.data.length + row.metadata.length;
    // Leaving the loop ends the read.
    if (characters > maxCharactersPerPage) return { rows, isWhole: false };
  }
  return { rows, isWhole: rows.length < limit };
}

/** A merge of one ordered index walk per category; `IN` would sort everything behind the page's start each time. */
function pageSql(categoryCount: number | undefined, withTypes: boolean): string {
  const types = withTypes ? 'AND type IN (SELECT value FROM json_each($types))' : '';
  const select = `SELECT ${columns} FROM events WHERE position > $start AND position <= $end ${types}`;
  const selects =
    categoryCount === undefined
      ? [select]
      : Array.from({ length: categoryCount }, (_, index) => `${select} AND category = $category${index}`);
  return `${selects.join(' UNION ALL ')} ORDER BY position ${limitedBy('$limit')}`;
}

function toEvent({ position, stream, revision, id, type, data, metadata }: Row): StoredEvent {
  return { stream, revision, position: positionOf(position), id, type, data, metadata };
}

function positionOrNone(row: number): Position | undefined {
  return row === 0 ? undefined : positionOf(row);
}
