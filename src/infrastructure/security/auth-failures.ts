import ipaddr from 'ipaddr.js';
import { BoundedMap } from '../../application/shared/bounded-map.js';

/**
 * Counts refused credentials by where they come from. It slows guessing down and never stands in the way of a right
 * one.
 */
export interface AuthFailures {
  /** One more from this address. Answers how long its reply is to be held back. */
  note(address: string, nowMs: number): number;
}

const firstDelayMs = 500;
const longestDelayMs = 8_000;
const forgottenAfterMs = 15 * 60_000;
const maxNetworks = 10_000;

/** `free`: so many are answered at once, as somebody makes them who sets up a program. */
export function createAuthFailures(free: number): AuthFailures {
  const failures = new BoundedMap<string, { readonly count: number; readonly atMs: number }>(maxNetworks);
  return {
    note(address, nowMs) {
      const network = networkOf(address);
      const before = failures.get(network);
      const count = before === undefined || nowMs - before.atMs > forgottenAfterMs ? 1 : before.count + 1;
      failures.set(network, { count, atMs: nowMs });
      const beyond = count - free;
      return beyond <= 0 ? 0 : Math.min(firstDelayMs * 2 ** (beyond - 1), longestDelayMs);
    },
  };
}

/** Who holds one IPv6 address mostly holds the 64 bits behind it. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toNormalizedString().split(':').slice(0, 4).join(':');
}
