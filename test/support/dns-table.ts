import type { Dns, DnsAnswer, DnsType, DnsValues, UnansweredReason } from '../../src/application/ports/dns.js';

/** The records of a name by type, or why nobody answers for it. */
export type DnsTable = Record<string, { readonly [Type in DnsType]?: readonly DnsValues[Type][] } | UnansweredReason>;

/** A DNS that says what a table says, and counts what it is asked. A name that is not in the table does not exist. */
export function dnsOf(table: DnsTable): Dns & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async resolve<Type extends DnsType>(name: string, type: Type): Promise<DnsAnswer<DnsValues[Type]>> {
      asked.push(`${name} ${type}`);
      const entry = table[name];
      if (typeof entry === 'string') return { kind: 'unanswered', reason: entry };
      if (entry === undefined) return { kind: 'missing', reason: 'no-such-name', aliases: [] };
      const values = entry[type];
      return values === undefined
        ? { kind: 'missing', reason: 'no-record', aliases: [] }
        : { kind: 'found', values, aliases: [] };
    },
  };
}
