import { type Collection, MongoBulkWriteError, type WriteError } from 'mongodb';
import type { MongodbConnection } from '../../mongodb/connect-mongodb.js';
import { isDuplicateKey } from '../../mongodb/errors.js';
import { findByIds } from '../../mongodb/find-by-ids.js';
import { updateInTurn } from '../../mongodb/update-in-turn.js';
import type { DocumentRow } from './document-collection.js';

/** What a connection knows of its server. */
type Server = Pick<MongodbConnection, 'updatesAtOnce' | 'looksUpMany'>;

export interface RowWrite {
  readonly row: DocumentRow;
  /** Whether a row under this id was read before; absent: not looked for. */
  readonly wasStored?: boolean | undefined;
}

/**
 * Writes each row that is newer than the one stored under its id, and leaves the others out. Whatever else writes the
 * same rows meanwhile, the newest stays. What is said of them only chooses the command that is tried first: the server
 * tells where it was wrong. When it rejects, some may have been written.
 */
export async function writeRows(
  collection: Collection<DocumentRow>,
  writes: readonly RowWrite[],
  server: Server,
): Promise<void> {
  const newest = newestOfEach(writes);
  const positions = await lookFor(collection, unknownOf(newest), server);
  const isStored = ({ row, wasStored }: RowWrite): boolean => wasStored ?? positions.has(row._id);
  const overtaken = await insertRows(
    collection,
    newest.filter((write) => !isStored(write)).map(({ row }) => row),
  );
  const stored = newest.filter(isStored).map(({ row }) => row);
  const due = [...stored.filter((row) => row.position > (positions.get(row._id) ?? '')), ...overtaken];
  if (await replaceOlder(collection, due, server)) return;
  // Some are newer already, or were not there.
  await writeRows(
    collection,
    due.map((row) => ({ row })),
    server,
  );
}

function unknownOf(writes: readonly RowWrite[]): readonly string[] {
  return writes.filter(({ wasStored }) => wasStored === undefined).map(({ row }) => row._id);
}

function newestOfEach(writes: readonly RowWrite[]): readonly RowWrite[] {
  const newest = new Map<string, RowWrite>();
  for (const write of writes) {
    const other = newest.get(write.row._id);
    if (other === undefined || write.row.position > other.row.position) newest.set(write.row._id, write);
  }
  return [...newest.values()];
}

/** The positions of those that are there. */
async function lookFor(
  collection: Collection<DocumentRow>,
  ids: readonly string[],
  { looksUpMany }: Server,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const stored = await findByIds(collection, ids, looksUpMany, { projection: { position: 1 } });
  return new Map(stored.map(({ _id, position }) => [_id, position]));
}

/** Answers the rows whose ids are taken: by a removal, which readers are not shown, or by another process since. */
async function insertRows(
  collection: Collection<DocumentRow>,
  rows: readonly DocumentRow[],
): Promise<readonly DocumentRow[]> {
  if (rows.length === 0) return [];
  try {
    await collection.insertMany([...rows], { ordered: false });
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
    // The driver types it as one or many.
    const failures = ([] as WriteError[]).concat(error.writeErrors as WriteError | WriteError[]);
    if (failures.some(({ code }) => code !== error.code)) throw error;
    const failed = new Set(failures.map(({ index }) => index));
    return rows.filter((_, index) => failed.has(index));
  }
}

/** False where one of them was not there, or not older. */
async function replaceOlder(
  collection: Collection<DocumentRow>,
  rows: readonly DocumentRow[],
  server: Server,
): Promise<boolean> {
  const { looksUpMany, updatesAtOnce } = server;
  // A server that finds one by its id alone, and reads every row for any other condition, is asked for positions first:
  // its own comparison holds no lock either.
  const positions = looksUpMany ? undefined : await lookFor(collection, idsOf(rows), server);
  const older = rows.filter(({ _id, position }) => positions === undefined || isBefore(positions.get(_id), position));
  const operations = older.map(({ _id, ...replacement }) => {
    const filter = looksUpMany ? { _id, position: { $lt: replacement.position } } : { _id };
    return { replaceOne: { filter, replacement: replacement as DocumentRow } };
  });
  return (await updateInTurn(collection, operations, updatesAtOnce)) === rows.length;
}

const idsOf = (rows: readonly DocumentRow[]): readonly string[] => rows.map(({ _id }) => _id);
const isBefore = (stored: string | undefined, position: string): boolean => stored !== undefined && stored < position;
