import { Resolver } from 'node:dns/promises';
import type { CaaRecord as NodeCaaRecord } from 'node:dns';
import type { CaaRecord, DnsType, DnsValues, MissingReason, UnansweredReason } from '../../application/ports/dns.js';
import { codeOf } from '../../domain/shared/members.js';

/** One question to one set of servers, without what its aliases lead to. */
export type QueryAnswer<Value> =
  | { readonly kind: 'found'; readonly values: readonly Value[] }
  | { readonly kind: 'missing'; readonly reason: MissingReason }
  | { readonly kind: 'unanswered'; readonly reason: UnansweredReason };

export interface QuerySettings {
  /** `address:port`; null: the system's. */
  readonly servers: readonly string[] | null;
  /** Timeout of the first try; the library waits longer for each next one. */
  readonly timeoutMs: number;
  /** How often each server is asked. */
  readonly tries: number;
}

/** Asks one question, over TCP where the answer does not fit into UDP. Never rejects. */
export async function query<Type extends DnsType>(
  { servers, timeoutMs, tries }: QuerySettings,
  name: string,
  type: Type,
): Promise<QueryAnswer<DnsValues[Type]>> {
  // A new one each time: it reads the system's servers again and carries no opinion of a server from one question to
  // the next.
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers !== null) resolver.setServers(servers);
  try {
    const values = await lookups[type](resolver, name);
    // An alias that leads to nothing of this type is an answer with an empty list.
    return values.length > 0 ? { kind: 'found', values } : { kind: 'missing', reason: 'no-record' };
  } catch (error) {
    return failureOf(codeOf(error) ?? '');
  }
}

type Lookups = {
  readonly [Type in DnsType]: (resolver: Resolver, name: string) => Promise<readonly DnsValues[Type][]>;
};

const lookups: Lookups = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  TXT: (resolver, name) => resolver.resolveTxt(name),
  MX: async (resolver, name) => {
    const records = await resolver.resolveMx(name);
    return records.map(({ priority, exchange }) => ({ priority, exchange: plainName(exchange) }));
  },
  CNAME: async (resolver, name) => (await resolver.resolveCname(name)).map(plainName),
  NS: async (resolver, name) => (await resolver.resolveNs(name)).map(plainName),
  PTR: async (resolver, name) => (await resolver.resolvePtr(name)).map(plainName),
  CAA: async (resolver, name) => (await resolver.resolveCaa(name)).flatMap(caaRecord),
};

/** Lower case, without the trailing dot: names that differ in these alone are one name (RFC 4343). */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** Node has one property for each tag that it knows, beside `critical` and `type`. */
function caaRecord({ critical, ...tags }: NodeCaaRecord): CaaRecord[] {
  return Object.entries(tags)
    .filter(([tag]) => tag !== 'type')
    .map(([tag, value]) => ({ critical: critical !== 0, tag, value: String(value) }));
}

/** The library's error codes; what it has no code for is an answer that it could not use. */
function failureOf(code: string): Exclude<QueryAnswer<never>, { kind: 'found' }> {
  switch (code) {
    case 'ENODATA':
      return { kind: 'missing', reason: 'no-record' };
    case 'ENOTFOUND':
    // A name that cannot be written on the wire cannot be there.
    case 'EBADNAME':
      return { kind: 'missing', reason: 'no-such-name' };
    case 'ESERVFAIL':
      return { kind: 'unanswered', reason: 'server-failure' };
    case 'EREFUSED':
      return { kind: 'unanswered', reason: 'refused' };
    case 'ETIMEOUT':
      return { kind: 'unanswered', reason: 'timeout' };
    case 'ECONNREFUSED':
      return { kind: 'unanswered', reason: 'unreachable' };
    default:
      return { kind: 'unanswered', reason: 'malformed' };
  }
}
