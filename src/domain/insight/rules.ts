import { attachmentRules } from './attachment-rules.js';
import { authenticationRules } from './authentication-rules.js';
import { contentRules } from './content-rules.js';
import { deliveryRules } from './delivery-rules.js';
import type { MailFacts } from './facts.js';
import { type InsightFinding, type InsightGroup, insightChecks, type Rule } from './finding.js';
import { linkRules } from './link-rules.js';
import { senderRules } from './sender-rules.js';

const rules: readonly Rule[] = [
  ...authenticationRules,
  ...contentRules,
  ...linkRules,
  ...attachmentRules,
  ...senderRules,
  ...deliveryRules,
];

const groups: readonly InsightGroup[] = ['attention', 'improvement', 'unchecked', 'passed'];

/** What all rules say of an email: what needs attention first, then in the order of the checks. */
export function findingsOf(facts: MailFacts): readonly InsightFinding[] {
  const findings = rules.flatMap((rule) => rule(facts) ?? []);
  const place = ({ group, check }: InsightFinding): number =>
    groups.indexOf(group) * insightChecks.length + insightChecks.indexOf(check);
  return findings.toSorted((one, other) => place(one) - place(other));
}
