import type { Dns, DnsAnswer, DnsType, DnsValues } from '../ports/dns.js';
import { delay } from '../shared/delay.js';

/** The same DNS, for one question of a person: what is not answered by then counts as a timeout. */
export function boundedDns(dns: Dns, timeoutMs: number, ended: AbortSignal): Dns {
  const late = delay(timeoutMs, ended).then((): DnsAnswer<never> => ({ kind: 'unanswered', reason: 'timeout' }));
  return {
    resolve: <Type extends DnsType>(name: string, type: Type): Promise<DnsAnswer<DnsValues[Type]>> =>
      Promise.race([dns.resolve(name, type), late]),
  };
}
