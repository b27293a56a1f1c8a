/** `after` and `before` are ids, exclusive, never both; a page goes from newer to older. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: string;
  readonly before?: string;
}

export type Page<Document> =
  | { readonly documents: readonly Document[]; readonly hasMore: boolean }
  | { readonly refused: 'unknown-cursor' };
