import { type Collection, MongoBulkWriteError, type WriteError } from 'mongodb';
import { isDuplicateKey } from '../../mongodb/errors.js';
import { withIds } from '../../mongodb/with-ids.js';
import { updateInTurn } from '../../mongodb/update-in-turn.js';
import type { DocumentRow } from './document-collection.js';

/**
 * Writes each row that is newer than the one stored under its id, and leaves the others out. Whatever else writes the
 * same rows meanwhile, the newest stays. When it rejects, some may have been written.
 */
export async function writeRows(collection: Collection<DocumentRow>, rows: readonly DocumentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const newest = newestOfEach(rows);
  const ids = newest.map(({ _id }) => _id);
  const stored = await collection.find(withIds(ids), { projection: { position: 1 }, limit: ids.length }).toArray();
  const positions = new Map(stored.map(({ _id, position }) => [_id, position]));
  const unknown = newest.filter(({ _id }) => !positions.has(_id));
  const known = newest.filter((row) => isNewer(row, positions.get(row._id)));
  const overtaken = await insertRows(collection, unknown);
  await replaceOlder(collection, [...known, ...overtaken]);
}

function newestOfEach(rows: readonly DocumentRow[]): readonly DocumentRow[] {
  const newest = new Map<string, DocumentRow>();
  for (const row of rows) {
    const other = newest.get(row._id);
    if (other === undefined || isNewer(row, other.position)) newest.set(row._id, row);
  }
  return [...newest.values()];
}

function isNewer(row: DocumentRow, position: string | undefined): boolean {
  return position !== undefined && row.position > position;
}

/** Answers the rows whose ids another process has inserted since they were looked for. */
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

async function replaceOlder(collection: Collection<DocumentRow>, rows: readonly DocumentRow[]): Promise<void> {
  if (rows.length === 0) return;
  const operations = rows.map(({ _id, ...replacement }) => ({
    replaceOne: { filter: { _id, position: { $lt: replacement.position } }, replacement: replacement as DocumentRow },
  }));
  await updateInTurn(collection, operations);
}
