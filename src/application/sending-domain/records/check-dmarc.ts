import type { Dns, UnansweredReason } from '../../ports/dns.js';
import type { PublishedDomain, RecordSettings } from './published-domain.js';

export type DmarcPolicy = 'none' | 'quarantine' | 'reject';

export type DmarcAdvice =
  | { readonly code: 'dmarc-not-published' }
  /** RFC 7489 §6.6.3: receivers then apply none. */
  | { readonly code: 'several-dmarc-records'; readonly count: number }
  /** There is no policy that can be read. */
  | { readonly code: 'dmarc-without-policy' }
  /** The domain's owner does not learn who sends in its name. */
  | { readonly code: 'dmarc-without-reports' }
  /** `aspf=s`: the return path is a subdomain, so that SPF passes and is not aligned. */
  | { readonly code: 'dmarc-spf-strict'; readonly returnPath: string }
  | { readonly code: 'unanswered'; readonly reason: UnansweredReason };

/** What receivers do with mail of a domain of which neither DKIM nor SPF is aligned. Advice: nothing waits for it. */
export interface DmarcFinding {
  readonly status: 'published' | 'missing' | 'different' | 'unanswered';
  /** Name of the record: the domain's own, or the registered zone's; null where there is none. */
  readonly foundAt: string | null;
  readonly found: readonly string[];
  /** The one that holds for this domain. */
  readonly policy: DmarcPolicy | null;
  readonly advice: readonly DmarcAdvice[];
  /** What to publish where there is none. */
  readonly suggested: { readonly name: string; readonly value: string };
}

/** RFC 7489 §6.6.3: the domain's own record, else that of the zone that was registered. */
export async function checkDmarc(
  domain: PublishedDomain,
  settings: Pick<RecordSettings, 'registeredZoneOf'>,
  dns: Dns,
): Promise<DmarcFinding> {
  const zone = settings.registeredZoneOf(domain.name);
  const suggested = suggestedDmarc(domain.name);
  for (const owner of new Set([domain.name, zone])) {
    const name = `_dmarc.${owner}`;
    const answer = await dns.resolve(name, 'TXT');
    if (answer.kind === 'unanswered') {
      const advice = [{ code: 'unanswered', reason: answer.reason }] as const;
      return { status: 'unanswered', foundAt: null, found: [], policy: null, advice, suggested };
    }
    const texts = answer.kind === 'found' ? answer.values.map((strings) => strings.join('')).filter(isDmarc) : [];
    if (texts.length > 0) return { ...judge(texts, domain, owner), foundAt: name, suggested };
  }
  const advice = [{ code: 'dmarc-not-published' }] as const;
  return { status: 'missing', foundAt: null, found: [], policy: null, advice, suggested };
}

/** A record that enforces nothing yet, which is how one begins. */
export function suggestedDmarc(domain: string): DmarcFinding['suggested'] {
  return { name: `_dmarc.${domain}`, value: 'v=DMARC1; p=none;' };
}

const isDmarc = (text: string) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text);

type Judged = Pick<DmarcFinding, 'status' | 'found' | 'policy' | 'advice'>;

function judge(found: readonly string[], domain: PublishedDomain, owner: string): Judged {
  const [text = ''] = found;
  if (found.length > 1) {
    return {
      status: 'different',
      found,
      policy: null,
      advice: [{ code: 'several-dmarc-records', count: found.length }],
    };
  }
  const tags = new Map(text.split(';').map((part) => tagOf(part)));
  const policy = policyOf(tags, owner === domain.name);
  if (policy === undefined) {
    return { status: 'different', found, policy: null, advice: [{ code: 'dmarc-without-policy' }] };
  }
  const advice: DmarcAdvice[] = [];
  if (tags.get('aspf') === 's') {
    advice.push({ code: 'dmarc-spf-strict', returnPath: `${domain.returnPathLabel}.${domain.name}` });
  }
  if (!tags.has('rua')) advice.push({ code: 'dmarc-without-reports' });
  return { status: 'published', found, policy, advice };
}

function tagOf(part: string): readonly [string, string] {
  const [name = '', ...value] = part.split('=');
  return [name.trim().toLowerCase(), value.join('=').trim().toLowerCase()];
}

/** RFC 7489 §6.3: `sp` is for subdomains of the record's owner. A bad policy with a report address counts as `none`. */
function policyOf(tags: ReadonlyMap<string, string>, own: boolean): DmarcPolicy | undefined {
  const written = (own ? undefined : tags.get('sp')) ?? tags.get('p');
  const policy = (['none', 'quarantine', 'reject'] as const).find((known) => known === written);
  return policy ?? (tags.has('rua') ? 'none' : undefined);
}
