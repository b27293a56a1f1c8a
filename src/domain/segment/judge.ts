import { type Activity, activitiesIn } from './activity.js';
import { cyclesIn, reachedBy, rulesIn } from './check-filter.js';
import { type FieldKind, isRelative, kindOf, type Named, partsOf, ruleProblem } from './fields.js';
import type { FilterRule, SegmentFilter } from './filter.js';
import { dayMs, isWithin, type Moment, momentOf } from './moment.js';
import { type Filtered, Subject } from './subject.js';

/** A filter made ready for many contacts: values are folded once, and a segment that it names is judged once each. */
export interface Judge {
  /** It finds no contact, whatever is known of them. */
  readonly findsNobody: boolean;
  readonly finds: (contact: Filtered) => boolean;
  /** What is to be looked up of each. */
  readonly asked: ReadonlySet<Activity>;
  /** So many rules are judged for each, at most. */
  readonly rules: number;
}

/**
 * `isKnown`: every rule in it is about something that is there. What is not known finds no contact, and neither does a
 * `not` around it: who is outside of a group that was deleted cannot be said.
 */
interface Part {
  readonly isKnown: boolean;
  readonly holds: ((subject: Subject) => boolean) | 'never';
}
const unknown: Part = { isKnown: false, holds: 'never' };

/** `ownId`: of the segment that has the filter. */
export function judgeOf(filter: SegmentFilter, named: Named, nowMs: number, ownId?: string): Judge {
  const reached = reachedBy(filter, named);
  if (reached === 'too-dear') return { findsNobody: true, finds: () => false, asked: new Set(), rules: 0 };
  const cycles = cyclesIn(reached);
  const segments = new Map<string, Part>();
  const segmentPart = (id: string): Part => {
    const inner = reached.filters.get(id);
    if (inner === undefined) return { isKnown: true, holds: (subject) => subject.isIn(id) };
    const known = segments.get(id) ?? (cycles.has(id) ? unknown : remembered(id, part(inner)));
    segments.set(id, known);
    return known;
  };
  const part = (node: SegmentFilter): Part => {
    switch (node.type) {
      case 'and':
        return joined(node.rules.map(part), 'every');
      case 'or':
        return joined(node.rules.map(part), 'some');
      case 'not':
        return not(part(node.rule));
      default:
        return rulePart(node, named, nowMs, segmentPart);
    }
  };
  const { holds } = ownId !== undefined && cycles.has(ownId) ? unknown : part(filter);
  return {
    findsNobody: holds === 'never',
    finds: holds === 'never' ? () => false : (contact) => holds(new Subject(contact)),
    asked: activitiesIn([filter, ...reached.filters.values()].flatMap(rulesIn)),
    rules: reached.rules,
  };
}

function joined(parts: readonly Part[], how: 'every' | 'some'): Part {
  const isKnown = parts.every((each) => each.isKnown);
  const tests = parts.flatMap(({ holds }) => (holds === 'never' ? [] : [holds]));
  const isNever = how === 'every' ? tests.length < parts.length : tests.length === 0;
  if (isNever) return { isKnown, holds: 'never' };
  return { isKnown, holds: (subject) => tests[how]((test) => test(subject)) };
}

function not({ isKnown, holds }: Part): Part {
  if (!isKnown) return unknown;
  return { isKnown, holds: holds === 'never' ? () => true : (subject) => !holds(subject) };
}

function remembered(id: string, { isKnown, holds }: Part): Part {
  return { isKnown, holds: holds === 'never' ? holds : (subject) => subject.once(id, holds) };
}

function rulePart(rule: FilterRule, named: Named, nowMs: number, segmentPart: (id: string) => Part): Part {
  const kind = kindOf(rule.field, named);
  if (kind === undefined || ruleProblem(rule, '', named) !== undefined) return unknown;
  if (kind !== 'segment') return { isKnown: true, holds: testOf(rule, kind, named, nowMs) };
  const inside = segmentPart(partsOf(rule.field)[1]);
  if (rule.operator === 'exists' || rule.operator === 'is_empty') {
    return inside.isKnown ? { isKnown: true, holds: () => rule.operator === 'exists' } : unknown;
  }
  const isWanted = 'value' in rule && rule.value === (rule.operator === 'eq');
  return isWanted ? inside : not(inside);
}

type Test = (subject: Subject) => boolean;

function testOf(rule: FilterRule, kind: FieldKind, named: Named, nowMs: number): Test {
  const { field } = rule;
  if (kind === 'link') return linkTest(rule, nowMs);
  const read = Subject.reading(field, named);
  if (isRelative(rule)) {
    const { operator, value: days } = rule;
    return (subject) => {
      const value = read(subject);
      const moment = typeof value === 'string' ? momentOf(value) : undefined;
      return moment !== undefined && isWithin(operator, days, moment, nowMs);
    };
  }
  switch (rule.operator) {
    case 'exists':
      return (subject) => read(subject) !== null;
    case 'is_empty':
      return (subject) => [null, ''].includes(read(subject) as string | null);
    case 'eq':
      return equal(rule.value, kind, field, read);
    case 'neq': {
      const isEqual = equal(rule.value, kind, field, read);
      return (subject) => !isEqual(subject);
    }
    case 'contains':
    case 'starts_with':
    case 'ends_with': {
      const wanted = Subject.fold(rule.value);
      const how = howTexts[rule.operator];
      return (subject) => {
        const value = read(subject);
        return typeof value === 'string' && subject.folded(field, value)[how](wanted);
      };
    }
    default:
      return orderedTest(rule.operator, rule.value, kind, field, read);
  }
}

/** One of all links that were followed is asked for: `neq` and `is_empty` are that none is it. */
function linkTest(rule: FilterRule, nowMs: number): Test {
  const days = 'within_days' in rule ? rule.within_days : undefined;
  const fromMs = days === undefined ? Number.NEGATIVE_INFINITY : nowMs - days * dayMs;
  const some = (isIt: (url: string) => boolean): Test => {
    return ({ links }) => links.some(({ url, at }) => Date.parse(at) >= fromMs && isIt(Subject.fold(url)));
  };
  switch (rule.operator) {
    case 'is_empty': {
      const any = some(() => true);
      return (subject) => !any(subject);
    }
    case 'eq':
    case 'neq': {
      const { operator, value } = rule;
      const wanted = Subject.fold(String(value ?? ''));
      const is = some((url) => value === null || url === wanted);
      // No link at all is what equals null.
      return (operator === 'eq') === (value !== null) ? is : (subject) => !is(subject);
    }
    case 'contains':
    case 'starts_with':
    case 'ends_with': {
      const wanted = Subject.fold(rule.value);
      return some((url) => url[howTexts[rule.operator]](wanted));
    }
    default:
      return some(() => true);
  }
}

const howTexts = { contains: 'includes', starts_with: 'startsWith', ends_with: 'endsWith' } as const;

type Read = ReturnType<typeof Subject.reading>;

function equal(wanted: string | number | boolean | null, kind: FieldKind, field: string, read: Read): Test {
  if (wanted === null) return (subject) => read(subject) === null;
  if (kind === 'topic') {
    const choice = typeof wanted === 'boolean' ? (wanted ? 'opt_in' : 'opt_out') : wanted;
    return (subject) => read(subject) === choice;
  }
  const moment = kind === 'time' ? momentOf(String(wanted)) : undefined;
  if (moment !== undefined) return (subject) => isAt(read(subject), (ms) => ms >= moment.fromMs && ms < moment.toMs);
  if (typeof wanted !== 'string') return (subject) => read(subject) === wanted;
  const folded = Subject.fold(wanted);
  return (subject) => {
    const value = read(subject);
    return typeof value === 'string' && subject.folded(field, value) === folded;
  };
}

type Ordered = 'gt' | 'gte' | 'lt' | 'lte';

/** Nothing is greater or less than a value that is not there. */
function orderedTest(operator: Ordered, wanted: string | number, kind: FieldKind, field: string, read: Read): Test {
  const moment = kind === 'time' ? momentOf(String(wanted)) : undefined;
  if (moment !== undefined) return (subject) => isAt(read(subject), (ms) => isBeside(operator, ms, moment));
  if (typeof wanted === 'number') {
    return (subject) => {
      const value = read(subject);
      return typeof value === 'number' && compares(operator, value, wanted);
    };
  }
  const folded = Subject.fold(wanted);
  return (subject) => {
    const value = read(subject);
    return typeof value === 'string' && compares(operator, subject.folded(field, value), folded);
  };
}

function isAt(value: unknown, holds: (ms: number) => boolean): boolean {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(ms) && holds(ms);
}

/** After a day is after its end, and up to a day is up to its end. */
function isBeside(operator: Ordered, ms: number, { fromMs, toMs }: Moment): boolean {
  switch (operator) {
    case 'gt':
      return ms >= toMs;
    case 'gte':
      return ms >= fromMs;
    case 'lt':
      return ms < fromMs;
    case 'lte':
      return ms < toMs;
  }
}

function compares<Value extends string | number>(operator: Ordered, one: Value, other: Value): boolean {
  switch (operator) {
    case 'gt':
      return one > other;
    case 'gte':
      return one >= other;
    case 'lt':
      return one < other;
    case 'lte':
      return one <= other;
  }
}
