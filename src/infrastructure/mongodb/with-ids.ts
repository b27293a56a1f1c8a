/**
 * The documents with these ids, of which there is at least one. One is named plainly: some servers of MongoDB's
 * protocol, as FerretDB, use the index of ids for that, and read the whole collection for `$in`.
 */
export function withIds(ids: readonly string[]) {
  const [first] = ids;
  return first !== undefined && ids.length === 1 ? { _id: first } : { _id: { $in: [...ids] } };
}
