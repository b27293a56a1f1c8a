import { timeOfId } from '../../domain/shared/uuid-time.js';
import type { DocumentShape, ListQuery, ReadStore, Scalar, StoredDocument } from '../ports/read-store.js';
import type { ListTotal, Page, PageRequest } from './page.js';
import { walkedEquals } from './walked-equals.js';

export interface ListDefinition<Document extends object> {
  readonly shape: DocumentShape<Document>;
  /** Whose list it is. */
  readonly teamId: string;
  readonly equals: Readonly<Record<string, Scalar>>;
  readonly orderBy: string;
  /** From the least value on, and not from the greatest. */
  readonly isAscending?: boolean;
  /** Where the list is not ordered by id, which is a place on its own. */
  readonly place?: CursorPlace<Document>;
  /** Bounds on ids, for a list that is ordered by them; no document has a bound's own value. */
  readonly range?: { readonly oldest?: string; readonly newest?: string };
  /** A token of the document begins with each. */
  readonly prefixes?: readonly string[];
  /** All that is compared beside the team, where it is one whole token: an index counts those that have it. */
  readonly onlyToken?: string;
}

/** Where in a list the item stands that a cursor names. */
interface CursorPlace<Document> {
  /** The ordering value of a document. */
  readonly valueOf: (document: Document) => Scalar;
  /** Whether it is in a list of the one who asks: nothing is said of others, not even their place. */
  readonly belongs: (document: Document) => boolean;
  /**
   * The ordering value that a document with this id had, as near as is known.
   * @returns undefined when there never was one.
   */
  readonly ofDeleted: (id: string) => Scalar | undefined | Promise<Scalar | undefined>;
}

const rowsPerStep = 1_000;
/** Some 20 to 50 ms of looking: who wants more asks again, from where it ended. */
const rowsOfRequest = 20_000;
/** A few words cost hardly more than one. */
const usualWords = 2;

/** A list without a limit, at most. */
const everything = 10_000;
/** A page of no more is whole, however large its documents are. */
export const smallPage = 100;
/** Some milliseconds of reading. */
export const charactersOfStep = 1_000_000;
/** A page of large documents ends here, and has more: who wants the rest asks again. */
export const charactersOfPage = 8_000_000;

/** So many rows of an index are counted in a millisecond or two. */
export const mostCounted = 10_000;

/**
 * Newest first; `after` goes on to older documents, `before` to newer ones. The item of a cursor may be deleted by now.
 */
export async function listPage<Document extends object>(
  readStore: Pick<ReadStore, 'get' | 'list' | 'count'>,
  definition: ListDefinition<Document>,
  page: Partial<PageRequest>,
): Promise<Page<Document>> {
  const { shape, equals, orderBy, place, isAscending = false } = definition;
  const cursorId = page.after ?? page.before;
  const cursorValue =
    cursorId === undefined || place === undefined ? cursorId : await valueAt(readStore, shape, place, cursorId);
  if (cursorId !== undefined && cursorValue === undefined) return { refused: 'unknown-cursor' };
  const towardsNewer = page.before !== undefined;
  const valueOf = (id: string): Scalar => (id === cursorId && cursorValue !== undefined ? cursorValue : id);
  const { start, end } = boundsOf(definition.range ?? {}, cursorId, towardsNewer);
  const counted = page.isCounted === true ? totalOf(readStore, definition) : undefined;
  const { found, hasMore, reached } = await read(readStore, shape, {
    equals,
    orderBy,
    direction: towardsNewer === isAscending ? 'desc' : 'asc',
    limit: page.limit ?? everything,
    forTeam: definition.teamId,
    ...(definition.prefixes === undefined ? {} : { prefixes: definition.prefixes }),
    ...(start === undefined ? {} : { after: { value: valueOf(start), id: start } }),
    ...(end === undefined ? {} : { until: end }),
  });
  const documents = found.map(({ document }) => document);
  const total = await counted;
  return {
    documents: towardsNewer ? documents.reverse() : documents,
    hasMore,
    ...(total === undefined ? {} : { total }),
    ...(reached === undefined
      ? {}
      : { walkedTo: { id: reached.id, time: orderBy === 'id' ? timeOfId(reached.id) : String(reached.value) } }),
  };
}

/** @returns undefined when no index holds all that is compared. */
async function totalOf<Document extends object>(
  readStore: Pick<ReadStore, 'count'>,
  { shape, equals, orderBy, range: { oldest, newest } = {}, prefixes = [], onlyToken }: ListDefinition<Document>,
): Promise<ListTotal | undefined> {
  if (onlyToken === undefined && walkedEquals(shape, { equals, orderBy, prefixes }) !== undefined) return undefined;
  const found = await readStore.count(shape, equals, {
    orderBy,
    ...(oldest === undefined ? {} : { atLeast: oldest }),
    ...(newest === undefined ? {} : { atMost: newest }),
    ...(onlyToken === undefined ? {} : { token: onlyToken }),
    most: mostCounted + 1,
  });
  return { count: Math.min(found, mostCounted), isExact: found <= mostCounted };
}

/**
 * The page of several lists as one, given the same page of each; all are ordered by id. A refusal of one is the answer.
 */
export function mergedPage<Document extends { readonly id: string }>(
  pages: readonly Page<Document>[],
  { limit = everything, before }: Partial<PageRequest>,
): Page<Document> {
  const documents: Document[] = [];
  let hasMore = false;
  for (const page of pages) {
    if ('refused' in page) return page;
    documents.push(...page.documents);
    hasMore ||= page.hasMore;
  }
  documents.sort((left, right) => (left.id < right.id ? 1 : -1));
  const nearest = before === undefined ? documents.slice(0, limit) : documents.slice(-limit);
  return { documents: nearest, hasMore: hasMore || documents.length > limit };
}

/** Step by step, and others have their turns in between; of a long walk no more than a request is worth. */
async function read<Document extends object>(
  readStore: Pick<ReadStore, 'list'>,
  shape: DocumentShape<Document>,
  query: ListQuery,
) {
  const mostRows = rowsOfStep(query);
  const mostFull = query.limit > smallPage ? charactersOfPage / charactersOfStep : Number.POSITIVE_INFINITY;
  const found: StoredDocument<Document>[] = [];
  let place = query.after;
  let [rows, full] = [0, 0];
  for (;;) {
    const step = { ...query, mostRows, mostCharacters: charactersOfStep, limit: query.limit - found.length };
    const { documents, hasMore, reached, isFull } = await readStore.list(
      shape,
      place === undefined ? step : { ...step, after: place },
    );
    found.push(...documents);
    if (reached === undefined) return { found, hasMore, reached };
    if (isFull === true) full += 1;
    else rows += mostRows;
    if (full >= mostFull) return { found, hasMore, reached: undefined };
    if (rows >= rowsOfRequest / wordsOf(query)) return { found, hasMore, reached };
    place = reached;
  }
}

/** Rows in one step of a walk, which takes a few milliseconds: a row costs more with each word to look for. */
export function rowsOfStep(query: Pick<ListQuery, 'prefixes'>): number {
  return Math.ceil(rowsPerStep / wordsOf(query));
}

function wordsOf({ prefixes = [] }: Pick<ListQuery, 'prefixes'>): number {
  return Math.max(1, prefixes.length / usualWords);
}

async function valueAt<Document extends object>(
  readStore: Pick<ReadStore, 'get'>,
  shape: DocumentShape<Document>,
  { valueOf, belongs, ofDeleted }: CursorPlace<Document>,
  id: string,
): Promise<Scalar | undefined> {
  const document = await readStore.get(shape, id);
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
