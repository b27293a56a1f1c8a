import { dkimAlignment, dmarc, spfAlignment } from '../authentication-rules.js';
import { reverseDns } from '../delivery-rules.js';
import type { DomainFacts, Looked, MailFacts, NameFacts, SendingHostFacts } from '../facts.js';
import { attention, improvement, type Finding, passed, unchecked, type Verdict } from '../finding.js';
import { sources } from '../sources.js';
import type { GroupFigures } from './figures.js';

/** What large receivers ask of who sends much, by stable names. */
export const requirementNames = ['spf', 'dkim', 'dmarc', 'reverse-dns', 'tls', 'one-click', 'complaints'] as const;
type RequirementName = (typeof requirementNames)[number];

export interface Requirement extends Omit<Finding, 'check'> {
  readonly requirement: RequirementName;
  /** Those that require it, by what people call them. */
  readonly receivers: readonly string[];
}

/** What is known of a domain: looked up now, and measured over the last seven days. */
export interface RequirementFacts {
  readonly name: NameFacts;
  readonly domain: Looked<DomainFacts>;
  readonly sendingHost: Looked<SendingHostFacts>;
  readonly figures: GroupFigures;
  /** Bulk emails of which that is known, and how many of them have one-click unsubscribe. */
  readonly bulk: { readonly emails: number; readonly oneClick: number };
}

const bulkReceivers = ['Gmail', 'Yahoo', 'Microsoft'];

/** Those that are not about what was sent are left out. */
export function requirementsOf(facts: RequirementFacts): readonly Requirement[] {
  const mail = asMail(facts);
  return [
    ...looked('spf', bulkReceivers, spfAlignment(mail)),
    ...looked('dkim', bulkReceivers, dkimAlignment(mail)),
    ...looked('dmarc', bulkReceivers, dmarc(mail)),
    ...looked('reverse-dns', ['Gmail', 'Yahoo'], reverseDns(mail)),
    ...tls(facts),
    ...oneClick(facts),
    complaints(facts),
  ];
}

function looked(
  requirement: RequirementName,
  receivers: readonly string[],
  finding: Finding | undefined,
): readonly Requirement[] {
  if (finding === undefined) return [];
  const { check: _, ...rest } = finding;
  return [{ requirement, receivers, ...rest }];
}

function tls({ figures: { delivered, encrypted } }: RequirementFacts): readonly Requirement[] {
  if (delivered === 0) return [];
  const seen = `${percent(encrypted, delivered)} of what was delivered in seven days went over TLS.`;
  return [
    {
      ...{ requirement: 'tls', receivers: ['Gmail'], title: 'Email is sent over TLS' },
      ...{ why: 'Gmail requires TLS of every sender.', source: sources.google },
      ...(encrypted === delivered
        ? passed(seen)
        : improvement(seen, 'Require TLS for the domain where a receiver must not get email without it.')),
    },
  ];
}

function oneClick({ bulk: { emails, oneClick: having } }: RequirementFacts): readonly Requirement[] {
  if (emails === 0) return [];
  const seen = `${having} of ${emails} bulk emails of seven days had one-click unsubscribe.`;
  const remedy =
    'Name a `topic_id`, or set the header `X-Posthorn-Unsubscribe: one-click`: both add the links and take the answers.';
  return [
    {
      ...{ requirement: 'one-click', receivers: ['Gmail', 'Yahoo'], title: 'Bulk email has one-click unsubscribe' },
      ...{ why: 'Both require it of marketing email (RFC 8058).', source: sources.oneClick },
      ...(having === emails ? passed(seen) : attention(seen, remedy, { kind: 'topics' })),
    },
  ];
}

/** Gmail and Yahoo: below 0.1 %, and never 0.3 %. */
const lines = { good: 0.001, bad: 0.003 } as const;

function complaints({ figures }: RequirementFacts): Requirement {
  return {
    ...{ requirement: 'complaints', receivers: ['Gmail', 'Yahoo'], title: 'Fewer than 0.3% call it spam' },
    ...{ why: 'From 0.3% on both filter what a domain sends; they ask for less than 0.1%.', source: sources.google },
    ...judgedComplaints(figures),
  };
}

function judgedComplaints({ complained, delivered }: GroupFigures): Verdict {
  // A receiver reports complaints only where the sender has signed up for that, and Gmail reports none one by one.
  if (complained === 0) {
    return unchecked('no complaint was reported to this server; Gmail shows its rate in Postmaster Tools');
  }
  const seen = `${percent(complained, delivered)} of what was delivered in seven days was called spam.`;
  const rate = complained / Math.max(1, delivered);
  if (rate < lines.good) return passed(seen);
  const remedy = 'Send only to people who asked for it, and make unsubscribing easy.';
  return rate < lines.bad ? improvement(seen, remedy) : attention(seen, remedy);
}

function percent(count: number, of: number): string {
  const share = of === 0 ? 0 : (count / of) * 100;
  // Not 100 % where one is missing.
  return `${count < of ? Math.min(99.99, Math.round(share * 100) / 100) : 100}%`;
}

/** As an email that nothing is known of but where it comes from: the rules that are used look at no more. */
const asMail = ({ name, domain, sendingHost }: RequirementFacts): MailFacts => ({
  ...{ from: { localPart: 'postmaster', domain: name }, domain, sendingHost },
  ...{ headers: [], isBulk: false, hasOwnUnsubscribeLinks: false, textCharacters: 0, html: null, bytes: 0 },
  ...{ attachments: [], attempts: [], topicDomains: null },
});
