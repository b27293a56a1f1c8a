import { z } from 'zod';
import { contactWireNames } from '../shared/contact-fields.js';
import { isList, membersOf } from '../shared/members.js';

const compared = ['eq', 'neq'] as const;
const ordered = ['gt', 'gte', 'lt', 'lte'] as const;
const textual = ['contains', 'starts_with', 'ends_with'] as const;
const unary = ['exists', 'is_empty'] as const;
const relative = ['in_last_days', 'more_than_days_ago', 'in_next_days'] as const;
export type RelativeOperator = (typeof relative)[number];

/** Activity whose value is the URLs of links. */
export const clickedLink = 'clicked_link';

/** Ten years. */
const maxDays = 3_650;

const wholeDays = `It must be a whole number of days from 1 to ${maxDays}.`;
const members = ['email', ...contactWireNames, 'unsubscribed', 'created_at', 'updated_at', 'joined_by'];
const fieldPattern = new RegExp(
  `^(${members.join('|')}|activity\\.(sent|delivered|bounced|complained|opened|clicked|${clickedLink})|properties\\.[A-Za-z0-9_]{1,50}|(topic|segment|form|import):[0-9a-f-]{36})$`,
);
const field = z
  .string()
  .regex(
    fieldPattern,
    `It must be ${members.join(', ')}, activity.<event>, properties.<key>, topic:<id>, segment:<id>, form:<id> or import:<id>.`,
  );
const text = z.string().max(2_000);
const days = z
  .number({ error: wholeDays })
  .int({ error: wholeDays })
  .min(1, { error: wholeDays })
  .max(maxDays, { error: wholeDays });
/** Only what happened in so many last days counts: of a field that is a list of happenings. */
const within = { within_days: days.optional() };
const rule = z.discriminatedUnion('operator', [
  z.object({
    type: z.literal('rule'),
    field,
    ...within,
    operator: z.enum(compared),
    value: z.union([text, z.number(), z.boolean(), z.null()]),
  }),
  z.object({ type: z.literal('rule'), field, operator: z.enum(ordered), value: z.union([text, z.number()]) }),
  z.object({
    type: z.literal('rule'),
    field,
    ...within,
    operator: z.enum(textual),
    value: text.min(1, { error: 'It must be a text of at least one character.' }),
  }),
  z.object({ type: z.literal('rule'), field, ...within, operator: z.enum(unary) }),
  z.object({ type: z.literal('rule'), field, operator: z.enum(relative), value: days }),
]);
/**
 * One comparison. Texts are compared without regard to case; a day or a time is ISO 8601; the value of a relative
 * operator is a number of days.
 */
export type FilterRule = z.output<typeof rule>;

/** Who is in a segment: a rule, all of several, one of several, or none that a filter finds. */
export type SegmentFilter =
  | FilterRule
  | { readonly type: 'and' | 'or'; readonly rules: readonly SegmentFilter[] }
  | { readonly type: 'not'; readonly rule: SegmentFilter };

const maxDepth = 5;

/** Level by level, and not recursive: what goes through the schemas of events would not come to an end. */
function nested(levels: number): z.ZodType<SegmentFilter> {
  if (levels <= 1) return rule;
  const inner = nested(levels - 1);
  return z.union([
    rule,
    z.object({ type: z.enum(['and', 'or']), rules: z.array(inner) }),
    z.object({ type: z.literal('not'), rule: inner }),
  ]);
}
export const segmentFilter = nested(maxDepth);

const maxRules = 50;

/** What is wrong with a filter, and where in it. */
export interface FilterProblem {
  readonly path: string;
  readonly problem: string;
}

/** The filter, or the first that is wrong with it. */
export function readFilter(value: unknown): { readonly filter: SegmentFilter } | FilterProblem {
  const budget = { rules: maxRules };
  const filter = readNode(value, 'filter', maxDepth, budget);
  return 'problem' in filter ? filter : { filter };
}

function readNode(
  node: unknown,
  path: string,
  levels: number,
  budget: { rules: number },
): SegmentFilter | FilterProblem {
  if (typeof node !== 'object' || node === null || Array.isArray(node))
    return { path, problem: 'It must be an object.' };
  if (levels === 0) return { path, problem: `Filters are nested at most ${maxDepth} deep.` };
  const { type, rule: inner, rules } = membersOf(node);
  switch (type) {
    case 'rule':
      budget.rules -= 1;
      return budget.rules < 0 ? { path, problem: `A filter has at most ${maxRules} rules.` } : readRule(node, path);
    case 'not': {
      const read = readNode(inner, `${path}.rule`, levels - 1, budget);
      return 'problem' in read ? read : { type, rule: read };
    }
    case 'and':
    case 'or': {
      if (!isList(rules) || rules.length === 0)
        return { path: `${path}.rules`, problem: 'It must be a list with at least one filter.' };
      const read: SegmentFilter[] = [];
      for (const [index, each] of rules.entries()) {
        const node = readNode(each, `${path}.rules[${index}]`, levels - 1, budget);
        if ('problem' in node) return node;
        read.push(node);
      }
      return { type, rules: read };
    }
    default:
      return { path: `${path}.type`, problem: 'It must be `rule`, `and`, `or` or `not`.' };
  }
}

function readRule(node: object, path: string): SegmentFilter | FilterProblem {
  const parsed = rule.safeParse(node);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  return { path: [path, ...(issue?.path ?? [])].join('.'), problem: issue?.message ?? 'It is invalid.' };
}
