import type { Collection, Filter, FindOptions, WithId } from 'mongodb';
import { withIds } from './with-ids.js';

/** So few are asked for one by one where the server would read the whole collection for several. */
const fewIds = 20;

/**
 * The documents with these ids, of which there is at least one, in any order. `looksUpMany`: as the connection says of
 * its server.
 */
export async function findByIds<Row extends { readonly _id: string }>(
  collection: Collection<Row>,
  ids: readonly string[],
  looksUpMany: boolean,
  options: FindOptions = {},
): Promise<readonly WithId<Row>[]> {
  if (looksUpMany || ids.length > fewIds) {
    const several = { ...options, limit: ids.length, batchSize: ids.length };
    return collection.find(filterOf<Row>(ids), several).toArray();
  }
  const found = await Promise.all(ids.map((id) => collection.findOne(filterOf<Row>([id]), options)));
  return found.filter((row) => row !== null);
}

function filterOf<Row>(ids: readonly string[]): Filter<Row> {
  // The driver's type asks for a row's own type of id, which is this.
  return withIds(ids) as Filter<Row>;
}
