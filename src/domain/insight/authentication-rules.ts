import type { DomainFacts, MailFacts, SignatureFacts } from './facts.js';
import { attention, passed, rule, unchecked, type Verdict } from './finding.js';
import { sources } from './sources.js';
import { listed } from '../shared/findings.js';

export const dmarc = rule(
  'dmarc',
  {
    title: 'The domain has a valid DMARC record',
    why: 'Gmail, Yahoo and Microsoft require one of bulk senders; it says what becomes of email that only claims to be yours.',
    source: sources.dmarcRecord,
  },
  (facts) =>
    ofDomain(facts, ({ dmarc: looked, ...domain }) => {
      if (looked.kind === 'unknown') return unchecked(looked.because);
      const { state, foundAt, policy } = looked.value;
      if (state === 'published') return passed(`${foundAt} has the policy ${policy}.`);
      const remedy = `Publish the TXT record _dmarc.${domain.name} with v=DMARC1; p=none; and sharpen the policy later.`;
      return state === 'missing'
        ? attention(`There is no DMARC record for ${domain.name}.`, remedy, recordsOf(domain))
        : attention(
            `What ${foundAt} publishes is no valid DMARC record, so receivers apply none.`,
            `Leave one TXT record there that begins with v=DMARC1; and names a policy, such as p=none.`,
            recordsOf(domain),
          );
    }),
);

export const spfAlignment = rule(
  'spf-alignment',
  {
    title: 'SPF passes for the From domain',
    why: 'DMARC takes SPF only where the return path belongs to the From domain and its record allows the server.',
    source: sources.dmarc,
  },
  (facts) =>
    ofDomain(facts, (domain) => {
      const { returnPath, hasReturnPath, spf } = domain;
      const fix = recordsOf(domain);
      if (!hasReturnPath) {
        return attention(
          `DNS did not show the domain’s return path, so the sender’s own address at ${returnPath.name} was used, whose SPF record need not allow this server.`,
          'Publish the MX and the SPF record of the return path.',
          fix,
        );
      }
      if (!isAligned(facts, returnPath.registered, returnPath.name, isStrict(domain))) {
        const { name } = facts.from.domain;
        return attention(
          `The return path is at ${returnPath.name}, which is not aligned with ${name}.`,
          isStrict(domain)
            ? 'Remove aspf=s from the DMARC record: the return path is always a subdomain.'
            : 'Send from the domain that the email is signed for.',
          fix,
        );
      }
      if (spf.kind === 'unknown') return unchecked(spf.because);
      return spf.value === 'verified'
        ? passed(`The return path ${returnPath.name} is aligned, and its SPF record allows this server.`)
        : attention(
            `The return path ${returnPath.name} is aligned, but its SPF record is ${spf.value === 'missing' ? 'missing' : 'not the expected one'}.`,
            'Publish the SPF record of the return path as the domain’s page shows it.',
            fix,
          );
    }),
);

export const dkimAlignment = rule(
  'dkim-alignment',
  {
    title: 'DKIM signs for the From domain',
    why: 'A signature of the From domain passes DMARC even where the email is forwarded; receivers need its key in DNS.',
    source: sources.dkim,
  },
  (facts) =>
    ofDomain(facts, (domain) => {
      const fix = recordsOf(domain);
      const aligned = domain.signatures.filter(
        ({ domain: signed }) => signed.registered === facts.from.domain.registered,
      );
      if (aligned.length === 0) {
        return attention('No signature is of the From domain.', 'Publish the DKIM record of the domain.', fix);
      }
      const verified = aligned.filter(({ record }) => record.kind === 'known' && record.value === 'verified');
      if (verified.length > 0) return passed(`Signed by ${keysOf(verified)}, whose key is in DNS.`);
      const [lookedFor] = aligned.flatMap(({ record }) => (record.kind === 'unknown' ? [record.because] : []));
      if (lookedFor !== undefined) return unchecked(lookedFor);
      return attention(
        `Signed by ${keysOf(aligned)}, and DNS does not show its key.`,
        'Publish the DKIM record as the domain’s page shows it.',
        fix,
      );
    }),
);

export const authenticationRules = [dmarc, spfAlignment, dkimAlignment];

function ofDomain({ domain }: MailFacts, judge: (domain: DomainFacts) => Verdict): Verdict {
  return domain.kind === 'known' ? judge(domain.value) : unchecked(domain.because);
}

const recordsOf = ({ id }: Pick<DomainFacts, 'id'>) => ({ kind: 'domain-records', domainId: id }) as const;

/** RFC 7489 §3.1.2: what DMARC could not be asked about is relaxed, which is the default. */
function isStrict({ dmarc: looked }: DomainFacts): boolean {
  return looked.kind === 'known' && looked.value.strictSpf;
}

function isAligned({ from }: MailFacts, registered: string, name: string, strict: boolean): boolean {
  return strict ? name === from.domain.name : registered === from.domain.registered;
}

function keysOf(signatures: readonly SignatureFacts[]): string {
  return listed(signatures.map(({ selector, domain }) => `${selector}._domainkey.${domain.name}`));
}
