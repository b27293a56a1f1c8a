import type { Dns, MxRecord } from '../../ports/dns.js';
import type { Unroutable } from '../../ports/mail-transport.js';
import { dnsUnanswered, loopsBack, noSuchDomain, nullMx } from './unroutable.js';

/** Hosts that take a domain's mail, the most preferred first; within an inner list sorted, and equally good. */
export type MxAnswer =
  | { readonly kind: 'hosts'; readonly hosts: readonly (readonly string[])[] }
  | { readonly kind: 'unroutable'; readonly reply: Unroutable };

/**
 * RFC 5321 §5.1: the MX of a domain; its own address records where there is none; RFC 7505: none. A name of ours cuts
 * off itself and everything that is not preferred to it.
 */
export async function findMx(dns: Dns, domain: string, isOurName: (host: string) => boolean): Promise<MxAnswer> {
  const answer = await dns.resolve(domain, 'MX');
  switch (answer.kind) {
    case 'unanswered':
      return unroutable(dnsUnanswered(domain, answer.reason));
    case 'found': {
      // A null MX stands alone; beside others an empty name is a mistake, and names no host.
      if (answer.values.every(({ exchange }) => isNowhere(exchange))) return unroutable(nullMx(domain));
      const hosts = rankHosts(answer.values, isOurName);
      return hosts.length > 0 ? { kind: 'hosts', hosts } : unroutable(loopsBack(domain));
    }
    case 'missing':
      if (answer.reason === 'no-such-name') return unroutable(noSuchDomain(domain));
      if (answer.reason === 'alias-loop') return unroutable(dnsUnanswered(domain, 'alias-loop'));
      return ownAddress(dns, domain, isOurName);
  }
}

/** The implicit MX of RFC 5321 §5.1. */
async function ownAddress(dns: Dns, domain: string, isOurName: (host: string) => boolean): Promise<MxAnswer> {
  if (isOurName(domain)) return unroutable(loopsBack(domain));
  const answers = await Promise.all([dns.resolve(domain, 'A'), dns.resolve(domain, 'AAAA')]);
  if (answers.some(({ kind }) => kind === 'found')) return { kind: 'hosts', hosts: [[domain]] };
  const silent = answers.find((answer) => answer.kind === 'unanswered');
  return unroutable(silent?.kind === 'unanswered' ? dnsUnanswered(domain, silent.reason) : noSuchDomain(domain));
}

function rankHosts(records: readonly MxRecord[], isOurName: (host: string) => boolean): readonly (readonly string[])[] {
  const ranks = new Map<number, Set<string>>();
  const seen = new Set<string>();
  for (const { priority, exchange } of records.toSorted((left, right) => left.priority - right.priority)) {
    if (isNowhere(exchange)) continue;
    if (isOurName(exchange)) {
      ranks.delete(priority);
      break;
    }
    // A host that is named twice is tried once, where it is preferred.
    if (seen.has(exchange)) continue;
    seen.add(exchange);
    ranks.set(priority, (ranks.get(priority) ?? new Set()).add(exchange));
  }
  return [...ranks.values()].map((hosts) => [...hosts].sort());
}

/** RFC 7505 §3: the root, which Node's resolver gives as an empty name. */
function isNowhere(exchange: string): boolean {
  return exchange === '' || exchange === '.';
}

function unroutable(reply: Unroutable): MxAnswer {
  return { kind: 'unroutable', reply };
}
