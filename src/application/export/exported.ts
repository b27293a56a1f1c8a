import type { CsvCell } from '../ports/csv.js';
import type { ReadStore } from '../ports/read-store.js';
import type { ListDefinition } from '../shared/list-page.js';

/** What an export of this kind reads, and what stands in its file. */
export interface Exported {
  /** The read model that must have come as far as the request. */
  readonly shape: ListDefinition<object>['shape'];
  readonly columns: readonly string[];
  /** Newest first, a page at a time. */
  pages(readStore: Pick<ReadStore, 'list'>): AsyncGenerator<readonly (readonly CsvCell[])[]>;
}
