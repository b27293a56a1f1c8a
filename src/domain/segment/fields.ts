import { byContactWireName } from '../shared/contact-fields.js';
import { origins } from '../shared/contact-origin.js';
import { clickedLink, type FilterProblem, type FilterRule, type SegmentFilter } from './filter.js';
import { momentOf } from './moment.js';

/** What a filter may name, beside the members of a contact: all that the team has now. */
export interface Named {
  /** By id: what holds for those who never said anything about the topic. */
  readonly topicDefaults: ReadonlyMap<string, 'opt_in' | 'opt_out'>;
  /** By id. `list`: contacts are added to it; `erased`: its filter named a person who was erased. */
  readonly segments: ReadonlyMap<string, SegmentFilter | 'list' | 'erased'>;
  /** By key. */
  readonly propertyTypes: ReadonlyMap<string, 'string' | 'number'>;
}

/** `dated`: a text that may be a day or a time. `link`: the URLs of all links that were followed. */
export type FieldKind = 'text' | 'dated' | 'number' | 'time' | 'flag' | 'topic' | 'segment' | 'link' | 'origin';

/** `topic`, `segment`, `form`, `import`, `properties` or `activity` with what it names; else the member itself. */
export function partsOf(field: string): readonly [kind: string, name: string] {
  const [kind = '', name = ''] = field.split(/[:.](.*)/s);
  return [kind, name];
}

const members: Readonly<Record<string, FieldKind | undefined>> = {
  ...{ email: 'text', ...byContactWireName(() => 'text' as const), unsubscribed: 'flag' },
  ...{ created_at: 'time', updated_at: 'time', form: 'time', import: 'time', joined_by: 'origin' },
};

/** @returns undefined where the team has no such thing, or it was erased. */
export function kindOf(field: string, { topicDefaults, segments, propertyTypes }: Named): FieldKind | undefined {
  const [kind, name] = partsOf(field);
  switch (kind) {
    case 'topic':
      return topicDefaults.has(name) ? 'topic' : undefined;
    case 'segment':
      return (segments.get(name) ?? 'erased') === 'erased' ? undefined : 'segment';
    case 'properties': {
      const type = propertyTypes.get(name);
      return type === 'string' ? 'dated' : type;
    }
    case 'activity':
      return name === clickedLink ? 'link' : 'time';
    default:
      return members[kind];
  }
}

const any = ['eq', 'neq', 'exists', 'is_empty'] as const;
const ordered = ['gt', 'gte', 'lt', 'lte'] as const;
const textual = ['contains', 'starts_with', 'ends_with'] as const;
const relative = ['in_last_days', 'more_than_days_ago', 'in_next_days'] as const;
const operators: Readonly<Record<FieldKind, readonly FilterRule['operator'][]>> = {
  text: [...any, ...ordered, ...textual],
  dated: [...any, ...ordered, ...textual, ...relative],
  number: [...any, ...ordered],
  time: [...any, ...ordered, ...relative],
  link: [...any, ...textual],
  ...{ flag: any, topic: any, segment: any, origin: any },
};

const expected: Readonly<Record<FieldKind, string>> = {
  text: 'a text',
  dated: 'a text',
  number: 'a number, without quotes',
  time: 'a day or a time of ISO 8601, for example `2026-03-02` or `2026-03-02T10:00:00Z`',
  flag: '`true` or `false`',
  segment: '`true` or `false`',
  topic: '`opt_in` or `opt_out`',
  link: 'a text',
  origin: `one of ${origins.map((origin) => `\`${origin}\``).join(', ')}`,
};

/** What is wrong with one rule, seen alone: its field is gone, or operator or value do not fit the field. */
export function ruleProblem(rule: FilterRule, path: string, named: Named): FilterProblem | undefined {
  const { field, operator } = rule;
  const kind = kindOf(field, named);
  if (kind === undefined) return { path: `${path}.field`, problem: unknown(field) };
  if (!operators[kind].includes(operator)) {
    const known = operators[kind].join(', ');
    return { path: `${path}.operator`, problem: `\`${field}\` is compared by ${known}.` };
  }
  if (kind !== 'link' && 'within_days' in rule && rule.within_days !== undefined) {
    return { path: `${path}.within_days`, problem: `\`${field}\` has no \`within_days\`. Use \`in_last_days\`.` };
  }
  if (!('value' in rule) || isRelative(rule) || isOfKind(rule, kind)) return undefined;
  return { path: `${path}.value`, problem: `\`${field}\` is compared with ${expected[kind]}.` };
}

export type RelativeRule = Extract<FilterRule, { readonly operator: (typeof relative)[number] }>;
export const isRelative = (rule: FilterRule): rule is RelativeRule =>
  relative.some((operator) => operator === rule.operator);

function isOfKind({ operator, value }: Extract<FilterRule, { readonly value: unknown }>, kind: FieldKind): boolean {
  if (value === null) return operator === 'eq' || operator === 'neq';
  switch (kind) {
    case 'text':
    case 'dated':
    case 'link':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'time':
      return typeof value === 'string' && momentOf(value) !== undefined;
    case 'flag':
    case 'segment':
      return typeof value === 'boolean';
    case 'topic':
      return typeof value === 'boolean' || value === 'opt_in' || value === 'opt_out';
    case 'origin':
      return origins.some((origin) => origin === value);
  }
}

function unknown(field: string): string {
  const [kind, name] = partsOf(field);
  if (kind === 'properties') return `No contact property \`${name}\` exists. Create it first, or use another key.`;
  return `No ${kind} with the id ${name} exists, or its filter was erased. Use another one.`;
}
