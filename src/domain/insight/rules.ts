import { attachmentRules } from './attachment-rules.js';
import { authenticationRules } from './authentication-rules.js';
import { imageRules, textRules } from './content-rules.js';
import { deliveryRules } from './delivery-rules.js';
import type { MailFacts } from './facts.js';
import type { Finding, InsightGroup } from './finding.js';
import { linkRules } from './link-rules.js';
import { replyRules, senderRules, unsubscribeRules } from './sender-rules.js';

/** In the order in which they are listed. */
const rules = [
  ...authenticationRules,
  ...unsubscribeRules,
  ...textRules,
  ...linkRules,
  ...replyRules,
  ...attachmentRules,
  ...imageRules,
  ...senderRules,
  ...deliveryRules,
];

export type InsightCheck = (typeof rules)[number]['check'];
export type InsightFinding = Finding<InsightCheck>;

/** Stable names of all checks, in the order in which they are listed. */
export const insightChecks: readonly InsightCheck[] = rules.map(({ check }) => check);

const groups: readonly InsightGroup[] = ['attention', 'improvement', 'unchecked', 'passed'];

/** What all rules say of an email: what needs attention first, then in the order of the checks. */
export function findingsOf(facts: MailFacts): readonly InsightFinding[] {
  const findings: readonly InsightFinding[] = rules.flatMap((rule) => rule(facts) ?? []);
  return findings.toSorted((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group));
}
