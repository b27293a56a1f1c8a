import ipaddr from 'ipaddr.js';

/** Counts failed logins by where they come from. It slows guessing down and never stands in the way of a right key. */
export interface AuthFailures {
  /** One more from this address. Answers how long its reply is to be held back. */
  note(address: string, nowMs: number): number;
}

/** As many as the setting up of a mail program may take. */
const freeFailures = 3;
const firstDelayMs = 500;
const longestDelayMs = 8_000;
const forgottenAfterMs = 15 * 60_000;
const maxAddresses = 10_000;

export function createAuthFailures(): AuthFailures {
  // Insertion order is the order of the last failure.
  const failures = new Map<string, { readonly count: number; readonly atMs: number }>();
  return {
    note(address, nowMs) {
      const network = networkOf(address);
      const before = failures.get(network);
      const count = before === undefined || nowMs - before.atMs > forgottenAfterMs ? 1 : before.count + 1;
      failures.delete(network);
      failures.set(network, { count, atMs: nowMs });
      if (failures.size > maxAddresses) {
        const [oldest] = failures.keys();
        if (oldest !== undefined) failures.delete(oldest);
      }
      const beyond = count - freeFailures;
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
