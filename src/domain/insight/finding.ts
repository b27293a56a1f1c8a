import type { Source } from '../shared/findings.js';
import type { MailFacts } from './facts.js';

/** `unchecked`: what it takes could not be found out, so nothing is said either way. */
export type InsightGroup = 'attention' | 'improvement' | 'passed' | 'unchecked';

/** Stable names of all checks, in the order in which they are listed. */
export const insightChecks = [
  'dmarc',
  'spf-alignment',
  'dkim-alignment',
  'one-click-unsubscribe',
  'plain-text',
  'clipping',
  'link-hosts',
  'link-shorteners',
  'youtube-links',
  'no-reply',
  'attachment-kinds',
  'message-size',
  'image-share',
  'alt-texts',
  'sending-subdomain',
  'one-from-domain',
  'click-tracking-host',
  'open-tracking-host',
  'reverse-dns',
  'delivery-tls',
  'block-lists',
] as const;
export type InsightCheck = (typeof insightChecks)[number];

/** Where it is fixed: in a domain's records or settings, in a room of the dashboard, or in a setting of the server. */
export type InsightFix =
  | { readonly kind: 'domain-records' | 'domain-settings'; readonly domainId: string }
  | { readonly kind: 'domains' | 'topics' }
  | { readonly kind: 'setting'; readonly name: string };

export interface InsightFinding {
  readonly check: InsightCheck;
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
export type Verdict = Pick<InsightFinding, 'group' | 'seen' | 'remedy' | 'fix'>;

/** One check. It answers undefined where it is not about such an email. */
export type Rule = (facts: MailFacts) => InsightFinding | undefined;

/** What stays the same whatever was seen. */
export type About = Pick<InsightFinding, 'title' | 'why' | 'source'>;

export function rule(
  check: InsightCheck,
  { title, why, source }: About,
  judge: (facts: MailFacts) => Verdict | undefined,
): Rule {
  return (facts) => {
    const verdict = judge(facts);
    return verdict && { check, title, why, source, ...verdict };
  };
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
