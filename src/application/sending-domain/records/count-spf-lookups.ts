import type { Dns } from '../../ports/dns.js';
import { isSpf } from './judge-spf.js';

export interface SpfCost {
  /** Terms that make a receiver ask the DNS, through every include; counting ends soon after the limit. */
  readonly lookups: number;
  /** What is included and has no SPF record, several, or leads in a circle. */
  readonly broken: readonly string[];
}

/** RFC 7208 §4.6.4: past it receivers answer `permerror`. */
export const spfLookupLimit = 10;

/** No receiver gets further, and a record must not make us ask without end. */
const countedAtMost = 4 * spfLookupLimit;

/**
 * What it costs a receiver to evaluate a record; what the DNS did not answer is neither counted through nor called
 * broken.
 */
export async function countSpfLookups(record: string, name: string, dns: Dns): Promise<SpfCost> {
  const broken: string[] = [];
  let lookups = 0;

  async function walk(text: string, path: readonly string[]): Promise<void> {
    for (const { target, asks } of termsOf(text)) {
      if (!asks || lookups >= countedAtMost) continue;
      lookups += 1;
      // A macro is known only when mail arrives.
      if (target === undefined || target.includes('%')) continue;
      if (path.includes(target)) broken.push(target);
      else await follow(target, path);
    }
  }

  async function follow(target: string, path: readonly string[]): Promise<void> {
    const answer = await dns.resolve(target, 'TXT');
    if (answer.kind === 'unanswered') return;
    const texts = answer.kind === 'found' ? answer.values.map((strings) => strings.join('')).filter(isSpf) : [];
    const [only] = texts;
    if (only === undefined || texts.length > 1) broken.push(target);
    else await walk(only, [...path, target]);
  }

  await walk(record, [name]);
  return { lookups, broken: [...new Set(broken)] };
}

interface Term {
  /** The record that it goes on with; undefined where it does not. */
  readonly target: string | undefined;
  readonly asks: boolean;
}

function termsOf(record: string): readonly Term[] {
  const terms = record.toLowerCase().split(/ +/).slice(1);
  // RFC 7208 §6.1: `all` always matches, so a redirect beside it is never followed.
  const hasAll = terms.some((term) => /^[+?~-]?all$/.test(term));
  return terms.map((term) => {
    const included = /^[+?~-]?include:(.+)$/.exec(term)?.[1];
    const redirected = hasAll ? undefined : /^redirect=(.+)$/.exec(term)?.[1];
    const target = (included ?? redirected)?.replace(/\.$/, '');
    return { target, asks: target !== undefined || /^[+?~-]?(a|mx|ptr|exists)([:/]|$)/.test(term) };
  });
}
