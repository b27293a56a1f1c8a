import { Resolver } from 'node:dns/promises';
import type { DNSResolver } from 'mailauth';

export interface LookupSettings {
  /** `address:port`; null: the system's. */
  readonly servers: readonly string[] | null;
  readonly timeoutMs: number;
  readonly tries: number;
}

/** For one email: RFC 7208 §4.6.4 allows ten for SPF, each signature and each seal has one. */
const mostLookups = 60;
/** From the first one on. */
const allMs = 4_000;

/** The questions about one email, in a time of their own: what is not answered then is a temporary error. */
export function lookupsFor({ servers, timeoutMs, tries }: LookupSettings): DNSResolver {
  const resolver = new Resolver({ timeout: Math.min(timeoutMs, allMs), tries });
  if (servers !== null) resolver.setServers(servers);
  let asked = 0;
  let isOver = false;
  return (name, type) => {
    if (asked === 0) {
      setTimeout(() => {
        isOver = true;
        resolver.cancel();
      }, allMs).unref();
    }
    asked += 1;
    if (isOver || asked > mostLookups) return Promise.reject(timedOut());
    // Its types leave out that records of MX are objects, which it reads.
    return resolver.resolve(name, type) as ReturnType<DNSResolver>;
  };
}

const timedOut = (): Error => Object.assign(new Error('too many or too slow'), { code: 'ETIMEOUT' });
