/** `after` and `before` are ids, exclusive, never both; a page goes from newer to older. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: string;
  readonly before?: string;
}

export type Page<Document> =
  | {
      readonly documents: readonly Document[];
      readonly hasMore: boolean;
      /**
       * The walk ended here, before it had found a whole page: what goes on after (or before) this id finds the rest.
       * `time` in ISO 8601.
       */
      readonly walkedTo?: { readonly id: string; readonly time: string };
    }
  | { readonly refused: 'unknown-cursor' };
