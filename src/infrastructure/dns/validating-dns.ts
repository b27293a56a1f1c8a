import type { DnsAnswer, DnsType, DnsValues, TlsaRecord, ValidatingDns } from '../../application/ports/dns.js';
import { asciiDomain } from '../addresses/ascii-domain.js';
import { plainName } from './query.js';
import { askResolver, type ResolverSettings } from './resolver-client.js';
import { readRecords } from './wire-records.js';

/** The DNS as one resolver sees it, asked without Node's library, which hides whether an answer was validated. */
export function createValidatingDns(settings: ResolverSettings): ValidatingDns {
  const ask = async <Type extends DnsType | 'TLSA'>(given: string, type: Type) => {
    const name = plainName(asciiDomain(given));
    // What cannot be written on the wire cannot be there.
    if (!isWritable(name)) return { kind: 'missing', reason: 'no-such-name', aliases: [], isSecure: false } as const;
    const answer = await askResolver(settings, name, type);
    return 'reason' in answer ? answer : readRecords(answer, name, type);
  };
  return {
    resolve: <Type extends DnsType>(name: string, type: Type): Promise<DnsAnswer<DnsValues[Type]>> => ask(name, type),
    resolveTlsa: (name): Promise<DnsAnswer<TlsaRecord>> => ask(name, 'TLSA'),
  };
}

/** RFC 1035 §2.3.4; the root is the empty name. */
function isWritable(name: string): boolean {
  const labels = name === '' ? [] : name.split('.');
  return name.length <= 253 && labels.every(({ length }) => length > 0 && length <= 63);
}
