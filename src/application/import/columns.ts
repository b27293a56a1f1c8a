import { isReservedKey, propertyKeyPattern } from '../../domain/contact-property/contact-property.js';
import type { ImportColumns } from '../../domain/import/events.js';

/** Which column of the file is what, by the names in its header. */
export interface ColumnMap {
  readonly email?: string | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly unsubscribed?: string | undefined;
  readonly properties?: Readonly<Record<string, PropertyColumn>> | undefined;
}

export interface PropertyColumn {
  readonly column: string;
  /** What the property is, where it is to be made. */
  readonly type?: 'string' | 'number' | undefined;
}

/** A property that the team has. */
export interface KnownProperty {
  readonly key: string;
  readonly type: 'string' | 'number';
}

export type ColumnRefusal =
  | { readonly refused: 'missing-email-column'; readonly header: readonly string[] }
  | { readonly refused: 'unknown-column'; readonly column: string; readonly header: readonly string[] }
  | { readonly refused: 'unmade-property'; readonly key: string }
  | { readonly refused: 'bad-property-key'; readonly key: string };

export interface FoundColumns {
  readonly columns: ImportColumns;
  /** Properties that the map asks for and the team has not. */
  readonly newProperties: readonly KnownProperty[];
}

const usualNames = { email: 'email', firstName: 'first_name', lastName: 'last_name', unsubscribed: 'unsubscribed' };

/** What a header means where nothing else is said: the names of the API's own fields, and keys of properties. */
export function usualMap(header: readonly string[], properties: readonly KnownProperty[]): ColumnMap {
  const named = Object.entries(usualNames).filter(([, name]) => header.includes(name));
  const known = properties.filter(({ key }) => header.includes(key) && !Object.values(usualNames).includes(key));
  return {
    ...Object.fromEntries(named),
    properties: Object.fromEntries(known.map(({ key }) => [key, { column: key }])),
  };
}

/** The places of the columns, or what is wrong with the map. */
export function findColumns(
  header: readonly string[],
  map: ColumnMap,
  properties: readonly KnownProperty[],
): FoundColumns | ColumnRefusal {
  const asked = Object.entries(map.properties ?? {});
  const { email = 'email', firstName, lastName, unsubscribed } = map;
  const names = [firstName, lastName, unsubscribed, ...asked.map(([, { column }]) => column)];
  const missing = names.find((name) => name !== undefined && !header.includes(name));
  if (!header.includes(email)) {
    return map.email === undefined
      ? { refused: 'missing-email-column', header }
      : { refused: 'unknown-column', column: email, header };
  }
  if (missing !== undefined) return { refused: 'unknown-column', column: missing, header };
  const placeOf = (name: string | undefined): number | null => (name === undefined ? null : header.indexOf(name));
  const found: { readonly key: string; readonly column: number; readonly type: 'string' | 'number' }[] = [];
  const newProperties: KnownProperty[] = [];
  for (const [key, { column, type: given }] of asked) {
    const known = properties.find((each) => each.key === key);
    const type = known?.type ?? given;
    if (type === undefined) return { refused: 'unmade-property', key };
    if (known === undefined && (!propertyKeyPattern.test(key) || isReservedKey(key)))
      return { refused: 'bad-property-key', key };
    if (known === undefined) newProperties.push({ key, type });
    found.push({ key, column: header.indexOf(column), type });
  }
  const columns = {
    email: header.indexOf(email),
    firstName: placeOf(firstName),
    lastName: placeOf(lastName),
    unsubscribed: placeOf(unsubscribed),
    properties: found,
  };
  return { columns, newProperties };
}
