import type { StoredDocument } from '../../application/ports/read-store.js';
import type { DocumentTable } from './document-table.js';

/** Documents of a table: the events of an email come within a fraction of a second, those of a total always. */
const mostOfTable = 200;
/** In characters: a few large documents must not take the room of many small ones, and of other work. */
const mostCharacters = 16_384;
/** The same for all tables together: as objects, each character of their text takes three to four bytes. */
const mostCharactersInAll = 4_194_304;

/** A row as it was written last. */
export interface KeptDocument extends StoredDocument {
  /** What its tokens are within, and the tokens as they stand in the row. Empty where the shape has no search. */
  readonly within: string | undefined;
  readonly tokens: string;
}

interface Kept {
  readonly table: DocumentTable;
  readonly row: KeptDocument;
  readonly characters: number;
}

/**
 * What the one writer of a file wrote last, so that the next event of the same documents reads nothing: neither the
 * row, nor its text as JSON, nor the tokens to compare with. A document that is not here is read from the file.
 */
export class KeptDocuments {
  /** Those of each table by their ids; the one that was written longest ago is the first. */
  readonly #tables = new Map<DocumentTable, Map<string, Kept>>();
  /** All of them, in the same order. */
  readonly #all = new Set<Kept>();
  #characters = 0;

  of(table: DocumentTable, id: string): KeptDocument | undefined {
    return this.#tables.get(table)?.get(id)?.row;
  }

  /** `characters`: of the document's text. */
  keep(table: DocumentTable, row: KeptDocument, characters: number): void {
    this.drop(table, row.id);
    if (characters > mostCharacters) return;
    const kept = { table, row, characters };
    const known = this.#tables.get(table) ?? new Map<string, Kept>();
    this.#tables.set(table, known.set(row.id, kept));
    this.#all.add(kept);
    this.#characters += characters;
    const [oldest] = known.size > mostOfTable ? known.keys() : [];
    if (oldest !== undefined) this.drop(table, oldest);
    for (const each of this.#all) {
      if (this.#characters <= mostCharactersInAll) break;
      this.drop(each.table, each.row.id);
    }
  }

  drop(table: DocumentTable, id: string): void {
    const kept = this.#tables.get(table)?.get(id);
    if (kept === undefined) return;
    this.#tables.get(table)?.delete(id);
    this.#all.delete(kept);
    this.#characters -= kept.characters;
  }

  /** After a write that failed: it is not known how much of it was undone. */
  clear(table: DocumentTable): void {
    for (const id of [...(this.#tables.get(table)?.keys() ?? [])]) this.drop(table, id);
    this.#tables.delete(table);
  }
}
