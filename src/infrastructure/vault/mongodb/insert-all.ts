import { type Collection, MongoBulkWriteError, type OptionalUnlessRequiredId } from 'mongodb';

const duplicateKey = 11_000;

/**
 * `exists`: another document has the id, and stays as it is. An error: this one was refused, whatever became of the
 * others.
 */
export type Inserted = 'created' | 'exists' | Error;

/**
 * One answer for each document, in order, in one round trip; none is ever overwritten. Where it throws, the fate of all
 * of them is unknown.
 */
export async function insertAll<Document extends { readonly _id: string }>(
  collection: Collection<Document>,
  documents: readonly NoInfer<Document>[],
): Promise<readonly Inserted[]> {
  const answers: Inserted[] = documents.map(() => 'created');
  try {
    // Each has its `_id`, which is all that the driver's type asks for.
    await collection.insertMany(documents as readonly OptionalUnlessRequiredId<Document>[], { ordered: false });
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError() !== undefined) throw error;
    const refused = [error.writeErrors].flat();
    if (refused.length === 0) throw error;
    for (const { index, code, errmsg } of refused) {
      answers[index] = code === duplicateKey ? 'exists' : new Error(errmsg ?? `refused with code ${code}`);
    }
  }
  return answers;
}

/** {@link insertAll}, for documents each of which must be there afterwards, written now or before. */
export async function ensureAll<Document extends { readonly _id: string }>(
  collection: Collection<Document>,
  documents: readonly NoInfer<Document>[],
): Promise<void> {
  for (const answer of await insertAll(collection, documents)) if (answer instanceof Error) throw answer;
}
