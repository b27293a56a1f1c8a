import type { AnyBulkWriteOperation, Collection, Document } from 'mongodb';

/**
 * FerretDB keeps a connection to its own database for each update of a command until the command has ended, and has a
 * hundred: a few large commands at once would wait for each other for ever. MongoDB does not mind small ones.
 */
const updatesAtOnce = 10;

/** Updates of single documents that need no order. When it rejects, some may have been done. */
export async function updateInTurn<Row extends Document>(
  collection: Collection<Row>,
  updates: readonly AnyBulkWriteOperation<Row>[],
): Promise<void> {
  for (let start = 0; start < updates.length; start += updatesAtOnce) {
    await collection.bulkWrite(updates.slice(start, start + updatesAtOnce), { ordered: false });
  }
}
