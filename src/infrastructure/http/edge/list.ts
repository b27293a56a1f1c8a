/** The envelope of every list. */
export function listOf<Item>(data: readonly Item[], hasMore: boolean) {
  return { object: 'list' as const, has_more: hasMore, data };
}
