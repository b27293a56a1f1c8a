import { type ContactActivity, maxNested } from './activity.js';
import type { FilterRule, SegmentFilter } from './filter.js';

/** What a filter looks at. Times are ISO 8601. */
export interface Filtered {
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly unsubscribed: boolean;
  readonly properties: Readonly<Record<string, string | number | boolean>>;
  readonly topics: Readonly<Record<string, 'opt_in' | 'opt_out'>>;
  /** By id of the segments that it was added to. */
  readonly segments: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Looked up where a filter asks for it. */
  readonly activity?: ContactActivity;
}

/** What a filter names that is not in the contact: ids of another team, or of what was deleted, are in neither. */
export interface Named {
  /** By id: what holds for those who never said anything about the topic. */
  readonly topicDefaults: ReadonlyMap<string, 'opt_in' | 'opt_out'>;
  /** By id: the filters of segments that have one. */
  readonly segmentFilters: ReadonlyMap<string, SegmentFilter>;
}

type Value = string | number | boolean | null;

/**
 * Whether the filter finds the contact. Texts are compared without regard to case; nothing is greater than none. A
 * filter that names itself finds no one by that.
 */
export function matches(filter: SegmentFilter, contact: Filtered, named: Named, nested = 0): boolean {
  switch (filter.type) {
    case 'and':
      return filter.rules.every((each) => matches(each, contact, named, nested));
    case 'or':
      return filter.rules.some((each) => matches(each, contact, named, nested));
    case 'not':
      return !matches(filter.rule, contact, named, nested);
    default:
      return matchesRule(filter, contact, named, nested);
  }
}

function matchesRule(rule: FilterRule, contact: Filtered, named: Named, nested: number): boolean {
  const value = valueOf(rule.field, contact, named, nested);
  switch (rule.operator) {
    case 'exists':
      return value !== null;
    case 'is_empty':
      return value === null || value === '';
    case 'eq':
      return isEqual(value, rule.value);
    case 'neq':
      return !isEqual(value, rule.value);
    case 'contains':
      return typeof value === 'string' && folded(value).includes(folded(rule.value));
    case 'starts_with':
      return typeof value === 'string' && folded(value).startsWith(folded(rule.value));
    case 'ends_with':
      return typeof value === 'string' && folded(value).endsWith(folded(rule.value));
    default:
      return isOrdered(rule.operator, value, rule.value, rule.field);
  }
}

function valueOf(field: string, contact: Filtered, named: Named, nested: number): Value {
  const [kind, id] = field.split(/[:.](.*)/s);
  switch (kind) {
    case 'properties':
      return contact.properties[id ?? ''] ?? null;
    case 'activity':
      return new Map(Object.entries(contact.activity ?? {})).get(id ?? '') ?? null;
    case 'topic':
      return contact.topics[id ?? ''] ?? named.topicDefaults.get(id ?? '') ?? null;
    case 'segment': {
      const filter = named.segmentFilters.get(id ?? '');
      if (filter === undefined) return contact.segments[id ?? ''] !== undefined;
      return nested < maxNested && matches(filter, contact, named, nested + 1);
    }
    default:
      return membersOf(contact)[field] ?? null;
  }
}

function membersOf(contact: Filtered): Readonly<Record<string, Value>> {
  const { email, firstName, lastName, unsubscribed, createdAt, updatedAt } = contact;
  return {
    email,
    first_name: firstName,
    last_name: lastName,
    unsubscribed,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

function isEqual(value: Value, other: Value): boolean {
  if (typeof value === 'string' && typeof other === 'string') return folded(value) === folded(other);
  // A topic is got or not: people also write true and false.
  if (value === 'opt_in' || value === 'opt_out') return other === (value === 'opt_in');
  return value === other;
}

function isOrdered(
  operator: 'gt' | 'gte' | 'lt' | 'lte',
  value: Value,
  other: string | number,
  field: string,
): boolean {
  const isTime = field === 'created_at' || field === 'updated_at' || field.startsWith('activity.');
  const [one, two] = isTime ? [Date.parse(String(value)), Date.parse(String(other))] : [value, other];
  if (typeof one === 'number' && typeof two === 'number') return compares(operator, one - two);
  if (typeof one !== 'string' || typeof two !== 'string') return false;
  const [left, right] = [folded(one), folded(two)];
  return compares(operator, left < right ? -1 : left > right ? 1 : 0);
}

/** Nothing holds of a time that is none: its difference is not a number. */
function compares(operator: 'gt' | 'gte' | 'lt' | 'lte', difference: number): boolean {
  switch (operator) {
    case 'gt':
      return difference > 0;
    case 'gte':
      return difference >= 0;
    case 'lt':
      return difference < 0;
    case 'lte':
      return difference <= 0;
  }
}

function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
