import type { DocumentShape, ReadStore, Scalar } from '../ports/read-store.js';
import type { Page, PageRequest } from './page.js';

export interface ListDefinition<Document> {
  readonly shape: DocumentShape;
  readonly equals: Readonly<Record<string, Scalar>>;
  readonly orderBy: string;
  /** Where the list is not ordered by id, which is a place by itself. */
  readonly place?: CursorPlace<Document>;
  /** Bounds on ids, for a list that is ordered by them; no document has a bound's own value. */
  readonly range?: { readonly oldest?: string; readonly newest?: string };
  /** A token of the document begins with each. */
  readonly prefixes?: readonly string[];
}

/** Where in a list the item stands that a cursor names. */
export interface CursorPlace<Document> {
  /** The ordering value of a document. */
  readonly valueOf: (document: Document) => Scalar;
  /** Whether it is in a list of whoever asks: of others nothing is told, not even where they stand. */
  readonly belongs: (document: Document) => boolean;
  /** The ordering value that a document with this id had, as near as can be told. @returns undefined when there never was one. */
  readonly ofDeleted: (id: string) => Scalar | undefined | Promise<Scalar | undefined>;
}

/** More than any list without a limit holds; such lists are the short ones (keys, domains). */
const everything = 10_000;

/** Newest first; `after` goes on to older documents, `before` to newer ones. The item of a cursor may be deleted by now. */
export async function listPage<Document extends object>(
  readStore: Pick<ReadStore, 'get' | 'list'>,
  definition: ListDefinition<Document>,
  page: Partial<PageRequest>,
): Promise<Page<Document>> {
  const { shape, equals, orderBy, place } = definition;
  const cursorId = page.after ?? page.before;
  const cursorValue =
    cursorId === undefined || place === undefined ? cursorId : await valueAt(readStore, shape, place, cursorId);
  if (cursorId !== undefined && cursorValue === undefined) return { refused: 'unknown-cursor' };
  const towardsNewer = page.before !== undefined;
  const valueOf = (id: string): Scalar => (id === cursorId && cursorValue !== undefined ? cursorValue : id);
  const { start, end } = boundsOf(definition.range ?? {}, cursorId, towardsNewer);
  const result = await readStore.list(shape, {
    equals,
    orderBy,
    direction: towardsNewer ? 'asc' : 'desc',
    limit: page.limit ?? everything,
    ...(definition.prefixes === undefined ? {} : { prefixes: definition.prefixes }),
    ...(start === undefined ? {} : { after: { value: valueOf(start), id: start } }),
    ...(end === undefined ? {} : { until: end }),
  });
  const documents = result.documents.map(({ document }) => document as Document);
  return { documents: towardsNewer ? documents.reverse() : documents, hasMore: result.hasMore };
}

async function valueAt<Document>(
  readStore: Pick<ReadStore, 'get'>,
  shape: DocumentShape,
  { valueOf, belongs, ofDeleted }: CursorPlace<Document>,
  id: string,
): Promise<Scalar | undefined> {
  // Each projection's documents are of one type; the store does not know it.
  const document = (await readStore.get(shape, id)) as Document | undefined;
  return document !== undefined && belongs(document) ? valueOf(document) : ofDeleted(id);
}

/** Where the page begins (exclusive) and where the list ends, in the direction of travel. */
function boundsOf(
  { oldest, newest }: { oldest?: string; newest?: string },
  cursorId: string | undefined,
  towardsNewer: boolean,
) {
  const [nearest, end] = towardsNewer ? [oldest, newest] : [newest, oldest];
  if (nearest === undefined || cursorId === undefined) return { start: cursorId ?? nearest, end };
  const further = towardsNewer ? cursorId > nearest : cursorId < nearest;
  return { start: further ? cursorId : nearest, end };
}
