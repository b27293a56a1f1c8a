import type { AppendResult, StreamAppend, StreamAppends } from '../../../application/ports/event-store.js';
import { categoryOf, type StreamName } from '../../../domain/shared/stream-name.js';
import type { DatabaseSync } from '../../sqlite/database.js';
import type { WriteContext, WriteHandler } from '../../sqlite/group-commit.js';
import type { EventKind } from '../event-ring.js';
import { positionOf } from './event-log-position.js';
import type { AppendedRows } from './recent-appends.js';

export interface Removal {
  readonly stream: StreamName;
  readonly mode: 'tombstone' | 'soft';
  readonly expected: number;
}

/**
 * Format of {@link schema}: raised where an older program would read the tables wrongly, or write what does not fit
 * them.
 */
export const eventLogFormat = 1;

/**
 * An index ends in the row id, so the one on `category` alone serves (category, position). AUTOINCREMENT: a position is
 * never used again, not even when the log's last events are removed.
 */
const schema = `
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    category TEXT NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS events_by_category ON events (category);
  CREATE TABLE IF NOT EXISTS removed_streams (
    stream TEXT PRIMARY KEY,
    mode TEXT NOT NULL CHECK (mode IN ('tombstone', 'soft')),
    last_revision INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
`;

/** A stream as the transaction sees it. */
interface StreamState {
  /** Revision of its last readable event; null where it reads as absent. */
  readonly last: number | null;
  /** How it was last removed, kept for ever; a soft-removed stream may have gone on since. */
  readonly removed: 'tombstone' | 'soft' | null;
  /** Its last revision at that removal. */
  readonly removedAt: number | null;
}

/**
 * Creates what is missing of the log's tables, and gives the operations of its writer thread. `onAppended`: of each
 * append, once it is committed.
 */
export function eventLogWrites(
  database: DatabaseSync,
  onAppended: (appended: AppendedRows) => void,
): Record<'append' | 'appendEach' | 'removeStream' | 'adoptRemoval' | 'ready', WriteHandler> {
  // Another process may be starting on the same file.
  database.exec(`BEGIN IMMEDIATE; ${schema} COMMIT`);
  const statements = prepareStatements(database);
  const appendOne = (writes: StreamAppends, { afterCommit }: WriteContext): AppendResult => {
    const inserted: InsertedRows = { first: 0, last: 0, kinds: [] };
    const result = append(statements, writes, inserted);
    // Row numbers of a transaction that is rolled back are given out again.
    if (inserted.last > 0) afterCommit(() => onAppended(inserted));
    return result;
  };
  return {
    append: appendOne,
    appendEach: (appends: readonly StreamAppends[], context) => appends.map((writes) => appendOne(writes, context)),
    removeStream: (removal: Removal) => removeStream(statements, removal),
    adoptRemoval: (removal: Removal) => adoptRemoval(statements, removal),
    ready: () => null,
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(database: DatabaseSync) {
  const state = database.prepare(`
    SELECT (SELECT max(revision) FROM events WHERE stream = $stream) AS last,
           (SELECT mode FROM removed_streams WHERE stream = $stream) AS removed,
           (SELECT last_revision FROM removed_streams WHERE stream = $stream) AS removedAt`);
  return {
    state: (stream: StreamName) => state.get({ stream }) as StreamState,
    insert: database.prepare(
      'INSERT INTO events (stream, revision, category, id, type, data, metadata) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ),
    stored: database.prepare(
      'SELECT id, position FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?',
    ),
    head: database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'events'"),
    deleteEvents: database.prepare('DELETE FROM events WHERE stream = ?'),
    markRemoved: database.prepare(`
      INSERT INTO removed_streams (stream, mode, last_revision) VALUES (?, ?, ?)
      ON CONFLICT (stream) DO UPDATE SET mode = excluded.mode, last_revision = excluded.last_revision`),
  };
}

/** Filled as an append goes on; `last` is 0 as long as nothing is inserted. */
interface InsertedRows extends AppendedRows {
  first: number;
  last: number;
  readonly kinds: EventKind[];
}

/** The anchor decides; then the others, each where its own expectation holds. Checks before it writes. */
function append(statements: Statements, [anchor, ...others]: StreamAppends, inserted: InsertedRows): AppendResult {
  const written = appendToStream(statements, anchor, inserted);
  if (written === undefined) return { result: 'conflict' };
  let row = written.row;
  for (const other of others) row = Math.max(row, appendToStream(statements, other, inserted)?.row ?? 0);
  return { result: 'written', revision: written.revision, position: positionOf(row) };
}

interface StreamWritten {
  readonly revision: number;
  readonly row: number;
}

/** @returns undefined when the expectation does not hold, and these events are not what is already there. */
function appendToStream(
  statements: Statements,
  { stream, expected, events }: StreamAppend,
  inserted: InsertedRows,
): StreamWritten | undefined {
  const state = statements.state(stream);
  const first = expected === 'no-stream' ? (state.removedAt ?? -1) + 1 : expected + 1;
  if (!holds(state, expected)) return alreadyWritten(statements, stream, first, events);
  const category = categoryOf(stream);
  let row = 0;
  events.forEach(({ id, type, data, metadata }, index) => {
    row = Number(statements.insert.run(stream, first + index, category, id, type, data, metadata).lastInsertRowid);
    if (inserted.last === 0) inserted.first = row;
    inserted.last = row;
    inserted.kinds.push([category, type]);
  });
  return { revision: first + events.length - 1, row };
}

function holds(state: StreamState, expected: StreamAppend['expected']): boolean {
  if (state.removed === 'tombstone') return false;
  return expected === 'no-stream' ? state.last === null : state.last === expected;
}

/** An append whose answer was lost is asked again with the same ids: it gets the answer it missed. */
function alreadyWritten(
  statements: Statements,
  stream: StreamName,
  first: number,
  events: StreamAppend['events'],
): StreamWritten | undefined {
  const stored = statements.stored.all(stream, first, events.length) as { id: string; position: number }[];
  const last = stored.at(-1);
  if (last === undefined || !events.every((event, index) => event.id === stored[index]?.id)) return undefined;
  return { revision: first + events.length - 1, row: last.position };
}

function removeStream(statements: Statements, { stream, mode, expected }: Removal): AppendResult {
  const { last, removed, removedAt } = statements.state(stream);
  const current = last ?? removedAt;
  // A tombstone is final; repeating the removal that made it is not an error.
  if (current !== expected || (removed === 'tombstone' && mode === 'soft')) return { result: 'conflict' };
  statements.deleteEvents.run(stream);
  statements.markRemoved.run(stream, mode, expected);
  const { seq } = statements.head.get() as { seq: number };
  return { result: 'written', revision: expected, position: positionOf(seq) };
}

/** Takes over the removal of a stream that was never written here. */
function adoptRemoval(statements: Statements, { stream, mode, expected }: Removal): 'adopted' | 'refused' {
  const { last, removed, removedAt } = statements.state(stream);
  if (removed !== null) return removed === mode && removedAt === expected ? 'adopted' : 'refused';
  if (last !== null) return 'refused';
  statements.markRemoved.run(stream, mode, expected);
  return 'adopted';
}
