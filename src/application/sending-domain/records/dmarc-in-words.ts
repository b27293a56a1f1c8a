import { unreachable } from '../../../domain/shared/decider.js';
import { unansweredInWords } from './advice-in-words.js';
import type { DmarcAdvice, DmarcFinding, DmarcPolicy } from './check-dmarc.js';

/** What the policy would do, then what to know about it: one sentence or two each. */
export function dmarcInWords(finding: DmarcFinding): readonly string[] {
  const policy = finding.policy === null ? [] : [policyInWords(finding.policy, finding.foundAt)];
  return [...policy, ...finding.advice.map((advice) => adviceInWords(advice, finding))];
}

const consequences: Readonly<Record<DmarcPolicy, string>> = {
  none: 'asks receivers to do nothing with email in your name that neither DKIM nor SPF proves',
  quarantine: 'asks receivers to put email in your name that neither DKIM nor SPF proves into the spam folder',
  reject: 'asks receivers to refuse email in your name that neither DKIM nor SPF proves',
};

function policyInWords(policy: DmarcPolicy, foundAt: string | null): string {
  return `${foundAt ?? 'The record'} ${consequences[policy]} (p=${policy}). Email signed by this service passes: its DKIM signature has your very domain.`;
}

function adviceInWords(advice: DmarcAdvice, { suggested }: DmarcFinding): string {
  switch (advice.code) {
    case 'dmarc-not-published':
      return `There is no DMARC record, and Gmail and Yahoo require one from bulk senders. Begin with a TXT record ${suggested.name}: ${suggested.value}`;
    case 'several-dmarc-records':
      return `There are ${advice.count} DMARC records at one name, and receivers then apply none of them. Keep one.`;
    case 'dmarc-without-policy':
      return 'The DMARC record has no policy that can be read. Write p=none, p=quarantine or p=reject right after v=DMARC1.';
    case 'dmarc-without-reports':
      return 'The record has no rua=, so you get no reports of who sends in your name. Add rua=mailto: and an address of yours, or the one that Reports of this domain shows.';
    case 'dmarc-spf-strict':
      return `aspf=s asks for SPF of your very domain; bounces come back to ${advice.returnPath}, so SPF passes without counting and DKIM alone proves your email. Remove aspf=s to let both count.`;
    case 'unanswered':
      return `${unansweredInWords[advice.reason]} Nothing is known of the DMARC record.`;
    default:
      return unreachable(advice);
  }
}
