import type { StoredDocument } from '../../application/ports/read-store.js';
import { BoundedMap } from '../../application/shared/bounded-map.js';
import type { DocumentTable } from './document-table.js';

/** Documents of a table: the events of an email come within a fraction of a second, those of a total always. */
const mostOfTable = 200;
/** In characters: a few large documents must not take the room of many small ones, and of other work. */
const mostCharacters = 16_384;

/** A row as it was written last. */
export interface KeptDocument extends StoredDocument {
  /** What its tokens are within, and the tokens as they stand in the row. Empty where the shape has no search. */
  readonly within: string | undefined;
  readonly tokens: string;
}

/**
 * What the one writer of a file wrote last, so that the next event of the same documents reads nothing: neither the
 * row, nor its text as JSON, nor the tokens to compare with. A document that is not here is read from the file.
 */
export class KeptDocuments {
  readonly #tables = new Map<DocumentTable, BoundedMap<string, KeptDocument>>();

  of(table: DocumentTable, id: string): KeptDocument | undefined {
    return this.#tables.get(table)?.get(id);
  }

  /** `characters`: of the document's text. */
  keep(table: DocumentTable, row: KeptDocument, characters: number): void {
    if (characters > mostCharacters) {
      this.drop(table, row.id);
      return;
    }
    const known = this.#tables.get(table) ?? new BoundedMap<string, KeptDocument>(mostOfTable);
    known.set(row.id, row);
    this.#tables.set(table, known);
  }

  drop(table: DocumentTable, id: string): void {
    this.#tables.get(table)?.delete(id);
  }

  /** After a write that failed: it is not known how much of it was undone. */
  clear(table: DocumentTable): void {
    this.#tables.delete(table);
  }
}
