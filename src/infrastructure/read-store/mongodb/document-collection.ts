import type { CreateIndexesOptions, Document, Filter, IndexDescription, Sort } from 'mongodb';
import type {
  CountQuery,
  DocumentChange,
  DocumentShape,
  ListQuery,
  Scalar,
  StoredDocument,
} from '../../../application/ports/read-store.js';
import { canonicalJson } from '../../../domain/shared/json.js';
import type { Position } from '../../../domain/shared/recorded.js';
import {
  checkField,
  checkSearch,
  checkShape,
  checkTokenCount,
  fieldValues,
  type Place,
  storedName,
  tokensOf,
} from '../document-shape.js';

/** How one document is stored, or that it was removed: then it has a `removed` and nothing that a list could find. */
export interface DocumentRow {
  readonly _id: string;
  /** Position of the change that wrote it. */
  readonly position: Position;
  /** Canonical JSON: a rebuilt document is compared byte for byte. */
  readonly document?: string;
  /** The position again. The row is kept so that no late write of an older change brings the document back. */
  readonly removed?: Position;
  /** What it is found by, where the shape has a search. */
  readonly tokens?: readonly string[];
  /** Members of the document that are not null, copied out for the indexes. */
  readonly [field: string]: Scalar | readonly string[] | undefined;
}

const ownMembers = ['id', 'position', 'document', 'removed', 'tokens'];

/** Rows of documents, not of removals. Only where no field is compared: a removal has no fields. */
const present: Filter<DocumentRow> = { document: { $exists: true } };

/** A collection's name: `read.emails@1`. */
export function collectionName(shape: DocumentShape): string {
  checkShape(shape, ownMembers);
  return `read.${storedName(shape)}`;
}

/** As `createIndexes` wants them: those of the shape, the id last because it breaks ties, and one over removals. */
export function indexesOf({ indexes, search }: DocumentShape): IndexDescription[] {
  const removals: IndexDescription & CreateIndexesOptions = { key: { removed: 1 }, sparse: true };
  return [
    ...[...indexes, ...(search === undefined ? [] : [[search.within, 'tokens']])].map((index) => ({
      key: Object.fromEntries([...new Set([...index.map(memberName), '_id'])].map((member) => [member, 1 as const])),
    })),
    removals,
  ].filter(({ key }) => Object.keys(key).join() !== '_id');
}

/** Throws where the document contradicts the shape. */
export function toRow(shape: DocumentShape, { id, position, document }: DocumentChange): DocumentRow {
  if (document === undefined) return { _id: id, position, removed: position };
  const fields = fieldValues(shape, document).filter((entry): entry is [string, Scalar] => entry[1] !== null);
  return {
    _id: id,
    position,
    document: canonicalJson(document),
    ...Object.fromEntries(fields),
    ...(shape.search === undefined ? {} : { tokens: tokensOf(shape, document) }),
  };
}

/** Undefined for a removal. */
export function toDocument<Document extends object>({
  _id,
  position,
  document,
}: DocumentRow): StoredDocument<Document> | undefined {
  // Only canonical JSON of the shape's documents is ever written here.
  return document === undefined ? undefined : { id: _id, position, document: JSON.parse(document) as Document };
}

export function equality(shape: DocumentShape, equals: ListQuery['equals']): Filter<DocumentRow> {
  const fields = Object.entries(equals);
  for (const [field] of fields) checkField(field, shape);
  return fields.length === 0 ? present : Object.fromEntries(fields.map(([field, value]) => [field, { $eq: value }]));
}

export function countFilter(shape: DocumentShape, equals: ListQuery['equals'], query: CountQuery): Filter<DocumentRow> {
  const { orderBy, atLeast, atMost, token } = query;
  if (token !== undefined) checkTokenCount(shape, equals, query);
  if (orderBy !== 'id') checkField(orderBy, shape);
  const bounds = {
    ...(atLeast === undefined ? {} : { $gte: atLeast }),
    ...(atMost === undefined ? {} : { $lte: atMost }),
  };
  const found = { ...equality(shape, equals), ...(token === undefined ? {} : { tokens: { $eq: token } }) };
  return Object.keys(bounds).length === 0 ? found : { $and: [found, { [memberName(orderBy)]: bounds }] };
}

/** Every term is a range of the index that ends with what is ordered by; only ties are looked at one by one. */
export function listFilter(shape: DocumentShape, query: ListQuery, last?: Place): Filter<DocumentRow> {
  const { orderBy, direction, after, until, prefixes = [] } = query;
  checkSearch(shape, query);
  if (orderBy !== 'id' && orderBy !== 'position') checkField(orderBy, shape);
  const member = memberName(orderBy);
  const [beyond, before] = direction === 'asc' ? (['$gt', '$lt'] as const) : (['$lt', '$gt'] as const);
  const terms: Document[] = [equality(shape, query.equals)];
  if (after !== undefined) terms.push(...placeTerms(member, beyond, beyond, after));
  if (last !== undefined) terms.push(...placeTerms(member, before, `${before}e`, last));
  if (until !== undefined) terms.push({ [member]: { [direction === 'asc' ? '$lte' : '$gte']: until } });
  for (const prefix of prefixes) terms.push({ tokens: { $regex: beginningWith(prefix) } });
  return terms.length === 1 ? (terms[0] ?? {}) : { $and: terms };
}

/** On one side of a place in the list; `ofId`: the comparison among rows of the same value. */
function placeTerms(member: string, beyond: '$gt' | '$lt', ofId: string, { value, id }: Place): Document[] {
  const idTerm = { _id: { [ofId]: id } };
  if (member === '_id') return [idTerm];
  return [{ [member]: { [`${beyond}e`]: value } }, { $or: [{ [member]: { [beyond]: value } }, idTerm] }];
}

export function listSort({ orderBy, direction }: ListQuery): Sort {
  const sign = direction === 'asc' ? 1 : -1;
  return Object.fromEntries([...new Set([memberName(orderBy), '_id'])].map((member) => [member, sign] as const));
}

/** How many documents of the search have such a token. */
export function tokenFilter({ search }: DocumentShape, { equals }: ListQuery, prefix: string): Filter<DocumentRow> {
  const within = search?.within ?? '';
  return { [within]: { $eq: equals[within] }, tokens: { $regex: beginningWith(prefix) } };
}

/** Where a document stands in a list; those that are removed stand in none. */
export function placeOf({ orderBy }: ListQuery, row: DocumentRow): Place {
  // What a list orders by is never null, and never the list of tokens.
  return { value: row[memberName(orderBy)] as Scalar, id: row._id };
}

/**
 * Pattern for one element of an array; a range would hold where one element is above its beginning and another below
 * its end.
 */
function beginningWith(prefix: string): string {
  return `^${prefix.replaceAll(/[\p{P}\p{S}]/gu, (sign) => ((sign.codePointAt(0) ?? 0) < 128 ? `\\${sign}` : sign))}`;
}

function memberName(name: string): string {
  return name === 'id' ? '_id' : name;
}
