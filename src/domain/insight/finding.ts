import type { Source } from '../shared/findings.js';
import type { MailFacts } from './facts.js';

/** `unchecked`: what it takes could not be found out, so nothing is said either way. */
export type InsightGroup = 'attention' | 'improvement' | 'passed' | 'unchecked';

/** Where it is fixed: in a domain's records or settings, in a room of the dashboard, or in a setting of the server. */
export type InsightFix =
  | { readonly kind: 'domain-records' | 'domain-settings'; readonly domainId: string }
  | { readonly kind: 'domains' | 'topics' }
  | { readonly kind: 'setting'; readonly name: string };

export interface Finding<Check extends string = string> {
  /** Its stable name. */
  readonly check: Check;
  readonly group: InsightGroup;
  /** What is expected, in a few words. */
  readonly title: string;
  /** What was seen. */
  readonly seen: string;
  /** Why it matters, by this source. */
  readonly why: string;
  readonly source: Source;
  /** What to do; null where nothing is to be done. */
  readonly remedy: string | null;
  readonly fix: InsightFix | null;
}

/** What a rule says of an email. */
export type Verdict = Pick<Finding, 'group' | 'seen' | 'remedy' | 'fix'>;

/** One check, with its name. It answers undefined where it is not about such an email. */
export interface Rule<Check extends string = string> {
  (facts: MailFacts): Finding<Check> | undefined;
  readonly check: Check;
}

/** What stays the same whatever was seen. */
export type About = Pick<Finding, 'title' | 'why' | 'source'>;

export function rule<const Check extends string>(
  check: Check,
  { title, why, source }: About,
  judge: (facts: MailFacts) => Verdict | undefined,
): Rule<Check> {
  const find = (facts: MailFacts) => {
    const verdict = judge(facts);
    return verdict && { check, title, why, source, ...verdict };
  };
  return Object.assign(find, { check });
}

export const passed = (seen: string): Verdict => ({ group: 'passed', seen, remedy: null, fix: null });

export const unchecked = (because: string): Verdict => ({
  group: 'unchecked',
  seen: `Could not be checked: ${because}.`,
  remedy: null,
  fix: null,
});

export const attention = (seen: string, remedy: string, fix: InsightFix | null = null): Verdict => ({
  group: 'attention',
  seen,
  remedy,
  fix,
});

export const improvement = (seen: string, remedy: string, fix: InsightFix | null = null): Verdict => ({
  ...attention(seen, remedy, fix),
  group: 'improvement',
});
