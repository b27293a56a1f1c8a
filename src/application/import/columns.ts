import { isReservedKey, propertyKeyPattern } from '../../domain/contact-property/contact-property.js';
import { type ConsentSense, consentSenses } from '../../domain/import/consent-columns.js';
import type { ImportColumns } from '../../domain/import/events.js';
import { byContactField, type ContactField } from '../../domain/shared/contact-fields.js';
import { decimalIn } from './numbers.js';
import { roleIn, serviceOf } from './services.js';

/** Which columns of the file say who agreed, by how they are read. */
export type ConsentColumns = Readonly<Partial<Record<ConsentSense, readonly string[]>>>;

/** Which column of the file is what, by the names in its header. */
export interface ColumnMap extends Readonly<Partial<Record<ContactField, string | undefined>>> {
  readonly email?: string | undefined;
  /** First and last name in one. */
  readonly fullName?: string | undefined;
  readonly consents?: ConsentColumns | undefined;
  /** When and from where somebody agreed, the first that is filled; and when somebody left. */
  readonly optInAt?: readonly string[] | undefined;
  readonly optInIp?: readonly string[] | undefined;
  readonly leftAt?: string | undefined;
  /** Since when the person is known. */
  readonly since?: string | undefined;
  /** Names of segments. */
  readonly tags?: readonly string[] | undefined;
  /** Ids of topics, each with its column. */
  readonly topics?: Readonly<Record<string, string>> | undefined;
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

/** A file as far as it was looked at. */
export interface SampledFile {
  readonly header: readonly string[];
  readonly separator: string;
  /** The cells of its first rows. */
  readonly rows: readonly (readonly string[])[];
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

/** All names of columns that the map uses. */
export function columnsIn({
  properties = {},
  consents = {},
  topics = {},
  tags = [],
  optInAt = [],
  optInIp = [],
  ...one
}: ColumnMap): string[] {
  const single = Object.values(one).filter((name) => name !== undefined);
  const many = Object.values(consents).flat();
  return [
    ...single,
    ...many,
    ...tags,
    ...optInAt,
    ...optInIp,
    ...Object.values(topics),
    ...Object.values(properties).map((each) => each.column),
  ];
}

/** The places of the columns, or what is wrong with the map. */
export function findColumns(
  file: SampledFile,
  map: ColumnMap,
  properties: readonly KnownProperty[],
): FoundColumns | ColumnRefusal {
  const { header } = file;
  const { email = 'email', fullName, consents = {}, topics = {} } = map;
  const missing = columnsIn({ ...map, email: undefined }).find((name) => !header.includes(name));
  if (!header.includes(email)) {
    return map.email === undefined
      ? { refused: 'missing-email-column', header }
      : { refused: 'unknown-column', column: email, header };
  }
  if (missing !== undefined) return { refused: 'unknown-column', column: missing, header };
  const made = propertiesOf(file, map.properties ?? {}, properties);
  if ('refused' in made) return made;
  const placeOf = (name: string): number => header.indexOf(name);
  const placeOrNull = (name: string | undefined): number | null => (name === undefined ? null : placeOf(name));
  const many = (field: 'optInAt' | 'optInIp' | 'tags', names: readonly string[] = []) =>
    names.length === 0 ? {} : { [field]: names.map(placeOf) };
  const optional = (field: 'fullName' | 'leftAt' | 'since', name: string | undefined) =>
    name === undefined ? {} : { [field]: placeOf(name) };
  const said = consentSenses.flatMap((sense) => (consents[sense] ?? []).map((name) => ({ sense, name })));
  const columns = {
    email: placeOf(email),
    ...byContactField((key) => placeOrNull(map[key])),
    unsubscribed: null,
    properties: made.found,
    ...optional('fullName', fullName),
    ...many('optInAt', map.optInAt),
    ...many('optInIp', map.optInIp),
    ...many('tags', map.tags),
    ...optional('leftAt', map.leftAt),
    ...optional('since', map.since),
    consents: said.map(({ sense, name }) => ({
      column: placeOf(name),
      sense,
      ...(isNeeded(header, sense, name) ? { isNeeded: true } : {}),
    })),
    topics: Object.entries(topics).map(([topicId, name]) => ({ topicId, column: placeOf(name) })),
  };
  return { columns, newProperties: made.newProperties };
}

/**
 * Whether a person with an empty cell there never agreed. Some services leave it empty for people who were added by
 * hand.
 */
function isNeeded(header: readonly string[], sense: ConsentSense, name: string): boolean {
  if (sense === 'unsubscribed' || sense === 'bounced' || sense === 'complained') return false;
  const service = serviceOf(header);
  return service === undefined || roleIn(service, name) !== `optional:${sense}`;
}

function propertiesOf(
  { header, rows, separator }: SampledFile,
  asked: Readonly<Record<string, PropertyColumn>>,
  properties: readonly KnownProperty[],
): { readonly found: ImportColumns['properties']; readonly newProperties: readonly KnownProperty[] } | ColumnRefusal {
  const found: ImportColumns['properties'][number][] = [];
  const newProperties: KnownProperty[] = [];
  for (const [key, { column: name, type: given }] of Object.entries(asked)) {
    const known = properties.find((each) => each.key === key);
    const type = known?.type ?? given;
    if (type === undefined) return { refused: 'unmade-property', key };
    if (known === undefined && (!propertyKeyPattern.test(key) || isReservedKey(key)))
      return { refused: 'bad-property-key', key };
    if (known === undefined) newProperties.push({ key, type });
    const column = header.indexOf(name);
    const cells = rows.map((row) => row[column] ?? '');
    found.push({ key, column, type, ...(type === 'number' ? { decimal: decimalIn(cells, separator) } : {}) });
  }
  return { found, newProperties };
}
