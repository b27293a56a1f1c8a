import type { CountQuery, DocumentShape, ListPage, ListQuery, Scalar } from '../../application/ports/read-store.js';
import { membersOf } from '../../domain/shared/members.js';

const plainName = /^[a-z][A-Za-z0-9-]*$/;

/** `name@version`, as the documents and their checkpoint are called in a store. */
export function storedName({ name, version }: Pick<DocumentShape, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

/**
 * Names come from code, but they become names in a database. Throws where one is no plain name, or is in `reserved`.
 */
export function checkShape(shape: DocumentShape, reserved: readonly string[]): void {
  const fields = Object.keys(shape.fields);
  const known = [...fields, 'id', 'position'];
  const sound =
    plainName.test(shape.name) &&
    Number.isSafeInteger(shape.version) &&
    fields.every((field) => plainName.test(field) && !reserved.includes(field)) &&
    shape.indexes.every((index) => index.length > 0 && index.every((member) => known.includes(member))) &&
    (shape.search === undefined || shape.fields[shape.search.within] === 'text');
  if (!sound) throw new TypeError(`the shape of ${storedName(shape)} cannot be stored`);
}

/** Throws where lists of these documents cannot compare by `name`. */
export function checkField(name: string, shape: DocumentShape): void {
  if (!Object.hasOwn(shape.fields, name)) throw new TypeError(`"${name}" is no field of these documents`);
}

/**
 * In the order of the shape's fields. Throws where a value is not of its declared type: the projection contradicts
 * itself.
 */
export function fieldValues(shape: DocumentShape, document: object): readonly (readonly [string, Scalar | null])[] {
  const members = membersOf(document);
  return Object.entries(shape.fields).map(([field, type]) => {
    const value = members[field] ?? null;
    if (value === null || (type === 'text' ? typeof value === 'string' : Number.isSafeInteger(value))) {
      return [field, value as Scalar | null] as const;
    }
    throw new TypeError(`field "${field}" of ${storedName(shape)} holds no ${type}`);
  });
}

/**
 * Each once, in their order. Empty where the shape has no search. Throws where the member holds no texts: as
 * {@link fieldValues}.
 */
export function tokensOf({ search, ...shape }: DocumentShape, document: object): readonly string[] {
  if (search === undefined) return [];
  const tokens = membersOf(document)[search.tokens] ?? [];
  if (!Array.isArray(tokens) || !tokens.every((token) => typeof token === 'string' && !token.includes('\n')))
    throw new TypeError(`"${search.tokens}" of ${storedName(shape)} holds no tokens`);
  return [...new Set<string>(tokens)].sort();
}

/** The least text above all that begin with the prefix: no character is above this one. */
export function afterPrefix(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

/** Place of a row in the order of a list. */
export type Place = NonNullable<ListPage['reached']>;

/** Throws where documents cannot be searched this way. */
export function checkSearch({ search }: DocumentShape, { prefixes = [], equals }: ListQuery): void {
  if (prefixes.length === 0) return;
  if (search === undefined || typeof equals[search.within] !== 'string') throw unsearchable();
}

/** The value that a token is counted within. Throws where more is compared than the tokens know of. */
export function checkTokenCount({ search }: DocumentShape, equals: ListQuery['equals'], query: CountQuery): string {
  const within = search === undefined ? undefined : equals[search.within];
  const isAlone = Object.keys(equals).length === 1 && query.orderBy === 'id';
  if (typeof within !== 'string' || !isAlone) throw unsearchable();
  return within;
}

export function unsearchable(): TypeError {
  return new TypeError('these documents can only be searched within one value of their field');
}
