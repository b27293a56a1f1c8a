import type { ColumnMap, ConsentColumns, PropertyColumn } from '../../../application/import/columns.js';
import { type ConsentSense, consentSenses } from '../../../domain/import/consent-columns.js';
import { byContactWireName } from '../../../domain/shared/contact-fields.js';
import { type FieldRule, isEmpty, type Problem } from '../edge/field.js';
import { isUuid } from '../edge/uuid.js';
import { keysOf } from '../../../domain/shared/members.js';

export const maxColumnCharacters = 1_000;
const maxProperties = 100;
const maxNames = 50;

const column = { type: 'string', maxLength: maxColumnCharacters };
const columns = { oneOf: [column, { type: 'array', maxItems: maxNames, items: column }] };
const types = ['string', 'number'] as const;

/** Names of the wire that hold one column each. */
const single = {
  email: 'email',
  ...byContactWireName((key) => key),
  full_name: 'fullName',
  unsubscribed_at: 'leftAt',
  created_at: 'since',
} as const satisfies Readonly<Record<string, keyof ColumnMap>>;
type Single = keyof typeof single;
/** Names of the wire that hold one column or several. */
const plural = { tags: 'tags', opt_in_at: 'optInAt', opt_in_ip: 'optInIp' } as const;
type Plural = keyof typeof plural;
const pluralNames = keysOf(plural);
const singleNames = keysOf(single);

export const columnMap: FieldRule<ColumnMap> = {
  schema: {
    type: 'object',
    description:
      'JSON. The names of the columns for each field. If you omit it, columns are recognized by the header: exports of other services and of this server, and usual names. `full_name` is split into first and last name. `status` contains words such as active or bounced. In `unsubscribed`, `bounced`, and `complained`, a yes or a time means that the event occurred. In `subscribed`, `opt_in`, and `confirmed`, any value other than a yes or a time means that the person is not subscribed; so does an empty cell. Each of these fields, `tags` (names of segments), and `opt_in_at` and `opt_in_ip` (the first value that is not empty) can have several columns. `topics` contains IDs of topics with their columns. If a property does not exist, the import creates it with the given `type`.',
    properties: {
      ...Object.fromEntries(singleNames.map((name) => [name, column])),
      ...Object.fromEntries(consentSenses.map((name) => [name, columns])),
      ...Object.fromEntries(pluralNames.map((name) => [name, columns])),
      topics: { type: 'object', additionalProperties: column },
      properties: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          required: ['column'],
          properties: { column, type: { type: 'string', enum: types } },
        },
      },
    },
  },
  parse(value, field): { readonly value: ColumnMap } | Problem {
    if (!isObject(value) || isEmpty(value))
      return { problem: `Invalid \`${field}\` field. It must be an object of names of columns.` };
    const filled = Object.fromEntries(Object.entries(value).filter(([, each]) => !isEmpty(each)));
    const wrong = singleNames.find((name) => filled[name] !== undefined && !isColumn(filled[name]));
    if (wrong !== undefined) return { problem: `Invalid \`${field}.${wrong}\` field. It must name a column.` };
    const many = [...consentSenses, ...pluralNames].map((name) => [name, namesIn(filled[name])] as const);
    const bad = many.find(([, names]) => names === undefined);
    if (bad !== undefined) return { problem: `Invalid \`${field}.${bad[0]}\` field. It must name columns.` };
    const topics = topicsIn(filled['topics'] ?? {}, `${field}.topics`);
    if ('problem' in topics) return topics;
    const properties = propertiesIn(filled['properties'] ?? {}, `${field}.properties`);
    if ('problem' in properties) return properties;
    const named = singleNames.flatMap((name) => {
      const given = filled[name];
      return isColumn(given) ? [[single[name], given] as const] : [];
    });
    const consents: Partial<Record<ConsentSense, readonly string[]>> = {};
    for (const sense of consentSenses) {
      const names = namesIn(filled[sense]) ?? [];
      if (names.length > 0) consents[sense] = names;
    }
    return {
      value: {
        ...Object.fromEntries(named),
        consents,
        ...Object.fromEntries(pluralNames.map((name) => [plural[name], namesIn(filled[name]) ?? []])),
        topics: topics.value,
        properties: properties.value,
      },
    };
  },
};

/** The map as the API shows it: as it would be sent. */
export function presentMap(map: ColumnMap) {
  const { consents = {}, topics = {}, properties = {} } = map;
  const many = pluralNames.flatMap((name) => {
    const names = map[plural[name]] ?? [];
    return names.length === 0 ? [] : [[name, oneOrMany(names)] as const];
  });
  const named = singleNames.flatMap((name) => {
    const given = map[single[name]];
    return given === undefined ? [] : [[name, given] as const];
  });
  return {
    ...(Object.fromEntries(named) as Partial<Record<Single, string>>),
    ...presentMany(consents),
    ...(Object.fromEntries(many) as Partial<Record<Plural, string | string[]>>),
    ...(Object.keys(topics).length === 0 ? {} : { topics: { ...topics } }),
    properties: Object.fromEntries(
      Object.entries(properties).map(([key, { column: name, type }]) => [
        key,
        { column: name, ...(type === undefined ? {} : { type }) },
      ]),
    ),
  };
}

function presentMany(consents: ConsentColumns): Partial<Record<ConsentSense, string | string[]>> {
  const filled = consentSenses.flatMap((sense) => {
    const names = consents[sense] ?? [];
    return names.length === 0 ? [] : [[sense, oneOrMany(names)] as const];
  });
  return Object.fromEntries(filled);
}

const oneOrMany = (names: readonly string[]): string | string[] => (names.length === 1 ? (names[0] ?? '') : [...names]);

/** Undefined where they are no names. */
function namesIn(value: unknown): readonly string[] | undefined {
  if (value === undefined) return [];
  const names: readonly unknown[] = Array.isArray(value) ? value : [value];
  return names.length <= maxNames && names.every(isColumn) ? names : undefined;
}

function topicsIn(value: unknown, field: string): { readonly value: Readonly<Record<string, string>> } | Problem {
  const entries = isObject(value) ? Object.entries(value) : undefined;
  if (entries === undefined || entries.length > maxProperties)
    return { problem: `Invalid \`${field}\` field. It must be an object of at most ${maxProperties} ids of topics.` };
  const read: Record<string, string> = {};
  for (const [id, name] of entries) {
    const topicId = isUuid(id) ? id.toLowerCase() : undefined;
    if (topicId === undefined || !isColumn(name))
      return { problem: `Invalid \`${field}.${id}\` field. It must be the id of a topic with the name of its column.` };
    read[topicId] = name;
  }
  return { value: read };
}

function propertiesIn(
  value: unknown,
  field: string,
): { readonly value: Readonly<Record<string, PropertyColumn>> } | Problem {
  if (!isObject(value) || Object.keys(value).length > maxProperties)
    return { problem: `Invalid \`${field}\` field. It must be an object of at most ${maxProperties} keys.` };
  const read: [string, PropertyColumn][] = [];
  for (const [key, each] of Object.entries(value)) {
    const { column: name, type } = isObject(each) ? each : {};
    // The contract names it, and no property here can have it: its values would be texts under another name.
    if (type === 'boolean') {
      return {
        problem: `Invalid \`${field}.${key}.type\` field. Properties are \`string\` or \`number\`: send \`string\`, which keeps \`true\` and \`false\` as text.`,
      };
    }
    const known = types.find((one) => one === type);
    if (!isColumn(name) || (type !== undefined && !isEmpty(type) && known === undefined)) {
      return {
        problem: `Invalid \`${field}.${key}\` field. It must have a \`column\`, and may have a \`type\`: ${types.join(', ')}.`,
      };
    }
    read.push([key, { column: name, ...(known === undefined ? {} : { type: known }) }]);
  }
  return { value: Object.fromEntries(read) };
}

export function isColumn(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxColumnCharacters;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
