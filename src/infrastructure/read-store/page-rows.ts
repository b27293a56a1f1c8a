import type { ListPage, ListQuery, Scalar, StoredDocument } from '../../application/ports/read-store.js';
import type { Place } from './document-shape.js';

/** The rows of a page as they come, up to what the query asks for. */
export class PageRows<Row> {
  readonly rows: Row[] = [];
  #characters = 0;
  #ended: 'limit' | 'characters' | undefined;

  constructor(
    private readonly query: ListQuery,
    private readonly textOf: (row: Row) => string,
  ) {}

  /** @returns false where the page ends before this row. */
  take(row: Row): boolean {
    const { limit, mostCharacters = Number.POSITIVE_INFINITY } = this.query;
    if (this.rows.length >= limit) this.#ended = 'limit';
    else if (this.#characters >= mostCharacters) this.#ended = 'characters';
    if (this.#ended !== undefined) return false;
    this.rows.push(row);
    this.#characters += this.textOf(row).length;
    return true;
  }

  /** `walked`: where the walk ends whose rows these are. */
  page<Document extends object>(
    documents: readonly StoredDocument<Document>[],
    walked: Place | undefined,
  ): ListPage<Document> {
    const last = documents.at(-1);
    if (this.#ended === 'characters' && last !== undefined) {
      return { documents, hasMore: true, reached: placeOf(this.query, last), isFull: true };
    }
    if (this.#ended === undefined && walked !== undefined) return { documents, hasMore: true, reached: walked };
    return { documents, hasMore: this.#ended !== undefined };
  }
}

function placeOf({ orderBy }: ListQuery, { id, position, document }: StoredDocument): Place {
  const own: Readonly<Record<string, Scalar>> = { id, position };
  // What a list orders by is a member of the document, and never null.
  const value = own[orderBy] ?? (document as Readonly<Record<string, Scalar>>)[orderBy] ?? '';
  return { value, id };
}
