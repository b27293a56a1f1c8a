import type { ImportPreview } from '../documents';

/** What becomes of a column of the file. */
export interface ColumnChoice {
  /** A field of a contact, `properties.<key>` for one that there is, `new`, or empty: the column is not imported. */
  readonly target: string;
  /** Key of the property that is to be made. */
  readonly key: string;
  readonly type: 'string' | 'number';
}

const fields = ['email', 'first_name', 'last_name', 'unsubscribed'] as const;
const propertyPrefix = 'properties.';
const keyPattern = /^[A-Za-z0-9_]{1,50}$/;
const maxKeyLength = 50;

/** What the server suggests for each column by its name. */
export function suggested({ header, column_map: map }: ImportPreview): readonly ColumnChoice[] {
  const targets = new Map<string, string>();
  for (const [key, { column }] of Object.entries(map.properties)) targets.set(column, propertyPrefix + key);
  for (const field of fields) {
    const column = map[field];
    if (column !== undefined) targets.set(column, field);
  }
  return header.map((name, place) => ({
    target: isNamed(header, place) ? (targets.get(name) ?? '') : '',
    key: keyOf(name),
    type: 'string',
  }));
}

/** A map names columns by the header: one without a name, or with that of an earlier one, cannot be chosen. */
export const isNamed = (header: readonly string[], place: number): boolean =>
  header[place] !== '' && header.indexOf(header[place] ?? '') === place;

/** With another use for the column at `place`. A use that another column has goes over to this one. */
export function choose(columns: readonly ColumnChoice[], place: number, target: string): readonly ColumnChoice[] {
  const isOnce = target !== '' && target !== 'new';
  return columns.map((each, at) =>
    at === place ? { ...each, target } : isOnce && each.target === target ? { ...each, target: '' } : each,
  );
}

/** What keeps the columns from being imported; null where nothing does. */
export function problemIn(columns: readonly ColumnChoice[], known: readonly string[]): ColumnProblem | null {
  if (!columns.some(({ target }) => target === 'email')) return { problem: 'noEmail' };
  const taken = new Set(known);
  for (const { target, key } of columns) {
    if (target !== 'new') continue;
    if (!keyPattern.test(key)) return { problem: 'badKey', key };
    if (taken.has(key)) return { problem: 'takenKey', key };
    taken.add(key);
  }
  return null;
}
export type ColumnProblem =
  | { readonly problem: 'noEmail' }
  | { readonly problem: 'badKey' | 'takenKey'; readonly key: string };

/** As the API takes it. */
export function columnMapOf(header: readonly string[], columns: readonly ColumnChoice[]): object {
  const chosen = columns.map((choice, place) => ({ ...choice, column: header[place] ?? '' }));
  const own = chosen.filter(({ target }) => fields.some((field) => field === target));
  const existing = chosen.filter(({ target }) => target.startsWith(propertyPrefix));
  const made = chosen.filter(({ target }) => target === 'new');
  return {
    ...Object.fromEntries(own.map(({ target, column }) => [target, column])),
    properties: Object.fromEntries([
      ...existing.map(({ target, column }) => [target.slice(propertyPrefix.length), { column }]),
      ...made.map(({ key, type, column }) => [key, { column, type }]),
    ]),
  };
}

/** A key that says what the column is called. */
const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, maxKeyLength);
