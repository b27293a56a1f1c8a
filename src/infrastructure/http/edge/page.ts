import type { Page, PageRequest } from '../../../application/shared/page.js';
import { type ApiError, invalid } from './errors/api-error.js';
import { type IdPrefix, isPrefixedId, isUuid } from './uuid.js';
import { membersOf } from '../../../domain/shared/members.js';

const maxLimit = 100;
export const defaultLimit = 20;

/**
 * `limit`, `after`, `before` and `total` of a list's query string. A repeated parameter is an array, and refused like
 * any other text.
 */
export function readPage(query: unknown): Partial<PageRequest> {
  const { limit, after, before, total } = membersOf(query);
  if (after !== undefined && before !== undefined) {
    throw invalid('The `after` and `before` parameters exclude each other.');
  }
  return {
    ...(limit === undefined ? {} : { limit: readLimit(limit) }),
    ...(after === undefined ? {} : { after: readCursor('after', after) }),
    ...(before === undefined ? {} : { before: readCursor('before', before) }),
    ...(total === undefined ? {} : readTotal(total)),
  };
}

/** `limit`, `after` and `total` of a list that is read in one direction, and whose items have ids that are no UUIDs. */
export function readLaterPage(query: unknown, prefix?: IdPrefix): Partial<PageRequest> {
  const { limit, after, total } = membersOf(query);
  if (after !== undefined && typeof after !== 'string') throw invalid('The `after` parameter must be given once.');
  if (after !== undefined && prefix !== undefined && !isPrefixedId(prefix, after)) {
    throw invalid(`The \`after\` parameter must be the id of an item: \`${prefix}_\` and 32 hex digits.`);
  }
  return { ...readPage({ limit, total }), ...(after === undefined ? {} : { after }) };
}

/** `limit`, `after` and `before` of a list whose cursors are made by {@link opaqueCursor}. */
export function readOpaquePage(query: unknown): Pick<PageRequest, 'limit' | 'after' | 'before'> {
  const { limit, after, before } = membersOf(query);
  if (after !== undefined && before !== undefined) {
    throw invalid('The `after` and `before` parameters exclude each other.');
  }
  return {
    limit: limit === undefined ? defaultLimit : readLimit(limit),
    ...(after === undefined ? {} : { after: cursorOf(after) }),
    ...(before === undefined ? {} : { before: cursorOf(before) }),
  };
}

/** The id of a row that is no thing with an id of its own. */
export const opaqueCursor = (place: string): string => Buffer.from(place).toString('base64url');

function cursorOf(value: unknown): string {
  const place = typeof value === 'string' ? Buffer.from(value, 'base64url').toString() : '';
  if (place === '' || opaqueCursor(place) !== value) throw unknownCursor();
  return place;
}

export function unknownCursor(): ApiError {
  return invalid('The `after` or `before` parameter names no item of this list.');
}

function readLimit(value: unknown): number {
  const limit = typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : 0;
  if (limit < 1 || limit > maxLimit) throw invalid(`The \`limit\` parameter must be a number from 1 to ${maxLimit}.`);
  return limit;
}

function readTotal(total: unknown): Pick<PageRequest, 'isCounted'> {
  if (total !== 'true' && total !== 'false') throw invalid('The `total` parameter must be `true` or `false`.');
  return total === 'true' ? { isCounted: true } : {};
}

function readCursor(parameter: string, value: unknown): string {
  if (!isUuid(value)) throw invalid(`The \`${parameter}\` parameter must be a valid UUID.`);
  return value.toLowerCase();
}

/**
 * The envelope of a list that may be searched: what was looked for, and where the search ended before it had found a
 * page.
 */
export function listOfPage<Document, Item>(
  { documents, hasMore, walkedTo, total, words }: Exclude<Page<Document>, { readonly refused: string }>,
  present: (document: Document) => Item,
) {
  return {
    ...listOf(documents.map(present), hasMore),
    ...(total === undefined ? {} : { total: { count: total.count, exact: total.isExact } }),
    ...(words === undefined ? {} : { searched_words: words }),
    ...(walkedTo === undefined ? {} : { searched_to: walkedTo.time, next: walkedTo.id }),
  };
}

/** The envelope of every list. */
export function listOf<Item>(data: readonly Item[], hasMore: boolean) {
  return { object: 'list' as const, has_more: hasMore, data };
}

type Documents<Document> = Exclude<Page<Document>, { readonly refused: string }>;

/** Presents a page row by row. */
export const inList =
  <Document, Item>(present: (document: Document) => Item) =>
  ({ documents, hasMore }: Documents<Document>) =>
    listOf(
      documents.map((document) => present(document)),
      hasMore,
    );

/** The same of a list that may be searched. */
export const inSearchedList =
  <Document, Item>(present: (document: Document) => Item) =>
  (page: Documents<Document>) =>
    listOfPage(page, present);
