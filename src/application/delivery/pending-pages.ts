import { type PendingDocument, type PendingRow, pendingRows } from '../../projections/pending/pending.document.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { DocumentShape, ListQuery, ReadStore, StoredDocument } from '../ports/read-store.js';
import { withTimeout } from '../shared/timeout.js';

export interface PendingPorts {
  readonly readStore: Pick<ReadStore, 'checkpoint' | 'list'>;
  readonly pending: DocumentShape;
}

export type Cursor = NonNullable<ListQuery['after']>;

interface PendingPage {
  readonly documents: readonly StoredDocument[];
  readonly hasMore: boolean;
  /** Where the next page begins: behind the last document, or where this one began if it is empty. */
  readonly last: Cursor | undefined;
}

/** Rows that are read at a time, about. */
const pageRows = 500;
/** Everything behind a read waits for it: one that never ends is given up. */
const readTimeoutMs = 60_000;

/** The `pending` read model, page by page. */
export class PendingPages {
  /** Rows per email on the last page: emails with many destinations are read fewer at a time. */
  #rowsPerMail = 1;

  constructor(private readonly ports: PendingPorts) {}

  checkpoint(): Promise<Position | undefined> {
    const { readStore, pending } = this.ports;
    return withTimeout(readTimeoutMs, readStore.checkpoint(pending));
  }

  /** In the order of their last change, up to a checkpoint. */
  changed(until: Position, after: Cursor | undefined): Promise<PendingPage> {
    return this.#read({ equals: {}, orderBy: 'position', until }, after, ({ position }) => position);
  }

  /** Due by then (ISO 8601), the earliest first. */
  due(until: string, after: Cursor | undefined): Promise<PendingPage> {
    return this.#read(
      { equals: { state: 'due' }, orderBy: 'dueAt', until },
      after,
      (stored) => documentOf(stored).dueAt,
    );
  }

  async #read(
    query: Pick<ListQuery, 'equals' | 'orderBy' | 'until'>,
    after: Cursor | undefined,
    valueOf: (stored: StoredDocument) => string,
  ): Promise<PendingPage> {
    const { readStore, pending } = this.ports;
    const limit = Math.max(1, Math.floor(pageRows / this.#rowsPerMail));
    const list = { ...query, direction: 'asc', limit, ...(after === undefined ? {} : { after }) } as const;
    const { documents, hasMore } = await withTimeout(readTimeoutMs, readStore.list(pending, list));
    const rows = documents.reduce((sum, stored) => sum + Object.keys(documentOf(stored).destinations).length, 0);
    if (rows > 0) this.#rowsPerMail = rows / documents.length;
    const last = documents.at(-1);
    return { documents, hasMore, last: last === undefined ? after : { value: valueOf(last), id: last.id } };
  }
}

export function rowsOf(stored: StoredDocument): readonly PendingRow[] {
  return pendingRows(documentOf(stored));
}

function documentOf({ document }: StoredDocument): PendingDocument {
  // The read store keeps what the projection of this shape wrote.
  return document as PendingDocument;
}
