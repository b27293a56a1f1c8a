import { contactFieldNames } from '../../../messages/contact-fields';
import type { ImportPreview } from '../documents';

/** What becomes of a column of the file. */
export interface ColumnChoice {
  /**
   * A field of a contact, how it says who agreed, `properties.<key>` or `topics.<id>` for one that there is, `new`,
   * `new-topic`, `ignore`, or empty: the column is not imported.
   */
  readonly target: string;
  /** Key of the property that is to be made. */
  readonly key: string;
  readonly type: 'string' | 'number';
  /** Name of the topic that is to be made. */
  readonly topic: string;
}

const fields = ['email', ...contactFieldNames, 'full_name', 'unsubscribed_at', 'created_at'] as const;
/** Several columns may be these. */
const manyFields = [
  'status',
  'unsubscribed',
  'bounced',
  'complained',
  'subscribed',
  'opt_in',
  'confirmed',
  'tags',
  'opt_in_at',
  'opt_in_ip',
] as const;
const topicPrefix = 'topics.';
const propertyPrefix = 'properties.';
const keyPattern = /^[A-Za-z0-9_]{1,50}$/;
const maxKeyLength = 50;
export const maxTopicLength = 50;

/** What the server suggests for each column by its name, or a property of the team whose key says the same. */
export function suggested(
  { header, column_map: map }: ImportPreview,
  keys: readonly string[],
): readonly ColumnChoice[] {
  const targets = new Map<string, string>();
  for (const [key, { column }] of Object.entries(map.properties)) targets.set(column, propertyPrefix + key);
  for (const [id, column] of Object.entries(map.topics ?? {})) targets.set(column, topicPrefix + id);
  // Who agreed goes before when: a time says both, and the server reads it for both.
  for (const field of ['opt_in_at', 'opt_in_ip', ...fields, ...manyFields] as const) {
    for (const column of [map[field] ?? []].flat()) {
      if (!isTime(field) || !targets.has(column)) targets.set(column, field);
    }
  }
  const free = new Set(keys.filter((key) => !Object.hasOwn(map.properties, key)));
  for (const name of header) {
    const key = keyOf(name);
    if (!targets.has(name) && free.delete(key)) targets.set(name, propertyPrefix + key);
  }
  return header.map((name, place) => ({
    target: isNamed(header, place) ? (targets.get(name) ?? '') : '',
    key: keyOf(name),
    type: 'string',
    topic: name.trim().slice(0, maxTopicLength),
  }));
}

const isTime = (field: string): boolean =>
  field === 'opt_in_at' || field === 'opt_in_ip' || field === 'unsubscribed_at';

/** A map names columns by the header: one without a name, or with that of an earlier one, cannot be chosen. */
export const isNamed = (header: readonly string[], place: number): boolean =>
  header[place] !== '' && header.indexOf(header[place] ?? '') === place;

/** With another use for the column at `place`. A use that another column has goes over to this one. */
export function choose(columns: readonly ColumnChoice[], place: number, target: string): readonly ColumnChoice[] {
  const isOnce = fields.some((field) => field === target) || target.includes('.');
  return columns.map((each, at) =>
    at === place ? { ...each, target } : isOnce && each.target === target ? { ...each, target: '' } : each,
  );
}

/** What keeps the columns from being imported; null where nothing does. */
export function problemIn(
  { header, question }: Pick<ImportPreview, 'header' | 'question'>,
  columns: readonly ColumnChoice[],
  known: readonly string[],
): ColumnProblem | null {
  if (!columns.some(({ target }) => target === 'email')) return { problem: 'noEmail' };
  const asked = question?.columns.find((name) => columns[header.indexOf(name)]?.target === '');
  if (asked !== undefined) return { problem: 'unanswered', key: asked };
  if (columns.some(({ target, topic }) => target === 'new-topic' && topic.trim() === '')) {
    return { problem: 'noTopicName' };
  }
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
  | { readonly problem: 'noEmail' | 'noTopicName' }
  | { readonly problem: 'badKey' | 'takenKey' | 'unanswered'; readonly key: string };

/** As the API takes it. */
export function columnMapOf(header: readonly string[], columns: readonly ColumnChoice[]): object {
  const chosen = columns.map((choice, place) => ({ ...choice, column: header[place] ?? '' }));
  const own = chosen.filter(({ target }) => fields.some((field) => field === target));
  const many = manyFields.flatMap((field) => {
    const named = chosen.filter(({ target }) => target === field).map(({ column }) => column);
    return named.length === 0 ? [] : [[field, named] as const];
  });
  const topics = chosen.filter(({ target }) => target.startsWith(topicPrefix));
  const existing = chosen.filter(({ target }) => target.startsWith(propertyPrefix));
  const made = chosen.filter(({ target }) => target === 'new');
  return {
    ...Object.fromEntries(own.map(({ target, column }) => [target, column])),
    ...Object.fromEntries(many),
    ...(topics.length === 0
      ? {}
      : { topics: Object.fromEntries(topics.map(({ target, column }) => [target.slice(topicPrefix.length), column])) }),
    properties: Object.fromEntries([
      ...existing.map(({ target, column }) => [target.slice(propertyPrefix.length), { column }]),
      ...made.map(({ key, type, column }) => [key, { column, type }]),
    ]),
  };
}

/** Columns that say who agreed, and are passed over on purpose. */
export const ignoredIn = (header: readonly string[], columns: readonly ColumnChoice[]): readonly string[] =>
  header.filter((_, place) => columns[place]?.target === 'ignore');

/** A key that says what the column is called. */
const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, maxKeyLength);
