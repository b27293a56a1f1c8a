import { BoundedMap } from '../../application/shared/bounded-map.js';

/**
 * What is remembered of the TLS of hosts. That a host asks for TLS outweighs that its TLS broke: mail in clear would be
 * refused.
 */
export interface TlsMemory {
  /** Its handshake failed: mail that may go in clear does so at once. */
  broke(host: string): void;
  /** It refused mail in clear because it was in clear. */
  asked(host: string): void;
  isBroken(host: string): boolean;
  isAsked(host: string): boolean;
  /** Its TLS is tried again with the next connection. */
  forgive(host: string): void;
}

/** No longer: a host may change its mind, and asks again where it has not. */
const askedLifeMs = 3_600_000;
const mostHosts = 10_000;

/** Remembers a limited number of hosts: the oldest are forgotten first. */
export function createTlsMemory(brokenLifeMs: number): TlsMemory {
  const broken = until(brokenLifeMs);
  const asked = until(askedLifeMs);
  return {
    broke: (host) => void (asked.has(host) || broken.add(host)),
    asked(host) {
      broken.delete(host);
      asked.add(host);
    },
    isBroken: (host) => broken.has(host),
    isAsked: (host) => asked.has(host),
    forgive: (host) => broken.delete(host),
  };
}

function until(lifeMs: number) {
  const ends = new BoundedMap<string, number>(mostHosts);
  return {
    add: (host: string): void => void ends.set(host, performance.now() + lifeMs),
    delete: (host: string): void => void ends.delete(host),
    has(host: string): boolean {
      const end = ends.get(host);
      if (end !== undefined && end <= performance.now()) ends.delete(host);
      return ends.has(host);
    },
  };
}
