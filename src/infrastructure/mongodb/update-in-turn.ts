import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';

/**
 * Updates in one command that every server of the protocol takes. FerretDB keeps a connection to its own database for
 * each update of a command until the command has ended, and has a hundred: a few large commands at once would wait for
 * each other for ever. How many a server takes, `MongodbConnection` says.
 */
export const fewUpdatesAtOnce = 10;

/**
 * Updates of single documents that need no order; answers how many found theirs. When it rejects, some may have been
 * done.
 */
export async function updateInTurn<Row extends Document>(
  collection: Collection<Row>,
  updates: readonly AnyBulkWriteOperation<Row>[],
  updatesAtOnce = fewUpdatesAtOnce,
): Promise<number> {
  let matched = 0;
  for (let start = 0; start < updates.length; start += updatesAtOnce) {
    const result = await collection.bulkWrite(updates.slice(start, start + updatesAtOnce), { ordered: false });
    matched += result.matchedCount;
  }
  return matched;
}
