/*
 * A filter as the page edits it: conditions and groups of conditions that all hold, or of which one does. What is
 * nested deeper is shown as it is.
 */

/** `dated`: a property that may be a day. `link`: one of the links that were clicked. `origin`: how they joined. */
export type FieldKind = 'text' | 'dated' | 'number' | 'time' | 'event' | 'flag' | 'topic' | 'link' | 'origin';

/** `operator`: one of the contract's; with a `!` before it where the condition is one that must not hold. */
export interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
  /** Only clicks of so many last days count, where a link is asked for; empty: of any time. */
  readonly withinDays?: string;
}

/** Counts as one condition: all of several hold, one of them, or none. */
export interface ConditionGroup {
  readonly match: 'and' | 'or' | 'none';
  readonly conditions: readonly Condition[];
}

export interface Draft {
  readonly match: 'and' | 'or';
  readonly conditions: readonly (Condition | ConditionGroup)[];
}

export const isGroup = (part: Condition | ConditionGroup): part is ConditionGroup => 'conditions' in part;

/** By key, the type of each property of the team. */
type PropertyTypes = Readonly<Record<string, 'string' | 'number' | undefined>>;

const text = ['eq', 'neq', 'contains', '!contains', 'starts_with', '!starts_with', 'ends_with', '!ends_with'];
const ordered = ['gt', 'gte', 'lt', 'lte'];
const valueless = ['exists', 'is_empty'];
/** Compared with now, by a number of days. */
const relative = ['in_last_days', 'more_than_days_ago', 'in_next_days'];

/** What a field of each kind is compared by. */
export const operatorsOf: Readonly<Record<FieldKind, readonly string[]>> = {
  text: [...text, ...valueless],
  dated: [...text, ...valueless, ...relative],
  number: ['eq', 'neq', ...ordered, ...valueless],
  time: ['eq', ...ordered, 'in_last_days', 'more_than_days_ago'],
  event: ['in_last_days', '!in_last_days', 'more_than_days_ago', ...ordered, ...valueless],
  flag: ['eq'],
  topic: ['eq'],
  link: ['contains', '!contains', 'eq', 'neq', 'starts_with', ...valueless],
  origin: ['eq', 'neq'],
};

/** What a condition begins with once its field is chosen. */
const firstValues: Readonly<Record<FieldKind, string>> = {
  text: '',
  dated: '',
  number: '',
  time: '',
  event: '',
  flag: 'true',
  topic: 'opt_in',
  link: '',
  origin: 'form',
};

export const hasValue = ({ operator }: Condition): boolean => !valueless.includes(operator.replace('!', ''));

export const isRelative = ({ operator }: Condition): boolean => relative.includes(operator.replace('!', ''));

export function kindOf(field: string, properties: PropertyTypes): FieldKind {
  if (field === 'unsubscribed' || field.startsWith('segment:')) return 'flag';
  if (field === 'created_at' || field === 'updated_at') return 'time';
  if (field === 'activity.clicked_link') return 'link';
  if (field === 'joined_by') return 'origin';
  if (/^(activity\.|form:|import:)/.test(field)) return 'event';
  if (field.startsWith('topic:')) return 'topic';
  if (!field.startsWith('properties.')) return 'text';
  return properties[field.replace('properties.', '')] === 'number' ? 'number' : 'dated';
}

export function conditionOn(field: string, properties: PropertyTypes): Condition {
  const kind = kindOf(field, properties);
  return { field, operator: operatorsOf[kind][0] ?? 'eq', value: firstValues[kind] };
}

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Null where the page cannot show all that the filter says. */
export function draftOf(filter: Node, properties: PropertyTypes): Draft | null {
  const list = listIn(filter) ?? { match: 'and' as const, nodes: [filter] };
  const conditions = list.nodes.flatMap((node) => conditionOf(node, properties) ?? groupOf(node, properties) ?? []);
  return conditions.length === list.nodes.length ? { match: list.match, conditions } : null;
}

function groupOf(node: unknown, properties: PropertyTypes): ConditionGroup | null {
  if (!isNode(node)) return null;
  const isNone = node['type'] === 'not';
  const list = listIn(isNone ? node['rule'] : node);
  if (list === null || list.nodes.length === 0 || (isNone && list.match === 'and')) return null;
  const conditions = list.nodes.flatMap((each) => conditionOf(each, properties) ?? []);
  return conditions.length === list.nodes.length ? { match: isNone ? 'none' : list.match, conditions } : null;
}

function listIn(node: unknown): { readonly match: 'and' | 'or'; readonly nodes: readonly unknown[] } | null {
  if (!isNode(node)) return null;
  const { type, rules } = node;
  return (type === 'and' || type === 'or') && Array.isArray(rules) ? { match: type, nodes: rules } : null;
}

function conditionOf(node: unknown, properties: PropertyTypes): Condition | null {
  if (!isNode(node)) return null;
  if (node['type'] === 'not') {
    const inner = conditionOf(node['rule'], properties);
    return inner === null || inner.operator.startsWith('!') ? null : { ...inner, operator: `!${inner.operator}` };
  }
  const { type, field, operator, value, within_days: days } = node;
  if (type !== 'rule' || typeof field !== 'string' || typeof operator !== 'string') return null;
  const within = typeof days === 'number' ? { withinDays: String(days) } : {};
  const condition = { field, operator, value: value === undefined ? '' : String(value), ...within };
  if (!hasValue(condition)) return condition;
  // Another value than the page would write, such as null or a number in a text, would be changed by saving it.
  const isSame = typedValue(condition, kindOf(field, properties)) === value;
  const isWritten = kindOf(field, properties) !== 'topic' || value === 'opt_in' || value === 'opt_out';
  return isSame && isWritten ? condition : null;
}

/** Undefined where what was typed is no value of the kind. */
function typedValue(condition: Condition, kind: FieldKind): string | number | boolean | undefined {
  const { value } = condition;
  if (isRelative(condition)) return /^[1-9]\d{0,3}$/.test(value) ? Number(value) : undefined;
  if (kind === 'flag') return value === 'true';
  if (value === '') return undefined;
  if (kind !== 'number') return value;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** As the server takes it; undefined while a condition has no value that fits. */
export function filterOf({ match, conditions }: Draft, properties: PropertyTypes): Node | undefined {
  const rules = conditions.flatMap(
    (part) => (isGroup(part) ? nodeOf(part, properties) : ruleOf(part, properties)) ?? [],
  );
  return rules.length === 0 || rules.length < conditions.length ? undefined : { type: match, rules };
}

function nodeOf({ match, conditions }: ConditionGroup, properties: PropertyTypes): Node | null {
  const inner = filterOf({ match: match === 'and' ? 'and' : 'or', conditions }, properties);
  if (inner === undefined) return null;
  return match === 'none' ? { type: 'not', rule: inner } : inner;
}

function ruleOf(condition: Condition, properties: PropertyTypes): Node | null {
  const { field, operator } = condition;
  const isNot = operator.startsWith('!');
  const value = hasValue(condition) ? typedValue(condition, kindOf(field, properties)) : undefined;
  if (hasValue(condition) && value === undefined) return null;
  const plain = operator.replace('!', '');
  const days = condition.withinDays === undefined || condition.withinDays === '' ? undefined : condition.withinDays;
  const within = days === undefined ? {} : { within_days: Number(days) };
  const rule = { type: 'rule', field, operator: plain, ...(value === undefined ? {} : { value }), ...within };
  return isNot ? { type: 'not', rule } : rule;
}
