import { addressRules } from './address-rules.js';
import { clientRules } from './client-rules.js';
import { contentChecks, type ContentFinding, type ContentRule, severities } from './finding.js';
import { partRules } from './part-rules.js';
import type { CheckedContent } from './read-content.js';
import { variableRules } from './variable-rules.js';

const rules: readonly ContentRule[] = [...partRules, ...variableRules, ...addressRules, ...clientRules];

/** What all rules say of a content: the worst first, then in the order of the checks. */
export function contentFindings(content: CheckedContent): readonly ContentFinding[] {
  const rank = ({ severity, name }: ContentFinding): number =>
    severities.indexOf(severity) * contentChecks.length + contentChecks.indexOf(name);
  return rules.flatMap((rule) => rule(content)).toSorted((one, other) => rank(one) - rank(other));
}
