import type { DocumentShape, ReadStore, Scalar } from '../ports/read-store.js';
import type { Page, PageRequest } from './page.js';

export interface ListDefinition<Document> {
  readonly shape: DocumentShape;
  readonly equals: Readonly<Record<string, Scalar>>;
  readonly orderBy: string;
  /** The ordering value of a document; a cursor names a document by id. */
  readonly valueOf: (document: Document) => Scalar;
  readonly belongs: (document: Document) => boolean;
  /** Bounds on ids, for a list that is ordered by them; no document has a bound's own value. */
  readonly range?: { readonly oldest?: string; readonly newest?: string };
  /** A token of the document begins with each. */
  readonly prefixes?: readonly string[];
}

/** More than any list without a limit holds; such lists are the short ones (keys, domains). */
const everything = 10_000;

/** Newest first; `after` goes on to older documents, `before` to newer ones. */
export async function listPage<Document extends object>(
  readStore: Pick<ReadStore, 'get' | 'list'>,
  definition: ListDefinition<Document>,
  page: Partial<PageRequest>,
): Promise<Page<Document>> {
  const { shape, equals, orderBy, valueOf, belongs } = definition;
  const cursorId = page.after ?? page.before;
  // Each projection's documents are of one type; the store does not know it.
  const cursor = cursorId === undefined ? undefined : ((await readStore.get(shape, cursorId)) as Document | undefined);
  if (cursorId !== undefined && (cursor === undefined || !belongs(cursor))) return { refused: 'unknown-cursor' };
  const towardsNewer = page.before !== undefined;
  const { start, end } = boundsOf(definition.range ?? {}, cursorId, towardsNewer);
  const result = await readStore.list(shape, {
    equals,
    orderBy,
    direction: towardsNewer ? 'asc' : 'desc',
    limit: page.limit ?? everything,
    ...(definition.prefixes === undefined ? {} : { prefixes: definition.prefixes }),
    ...(start === undefined
      ? {}
      : { after: { value: start === cursorId && cursor ? valueOf(cursor) : start, id: start } }),
    ...(end === undefined ? {} : { until: end }),
  });
  const documents = result.documents.map(({ document }) => document as Document);
  return { documents: towardsNewer ? documents.reverse() : documents, hasMore: result.hasMore };
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
