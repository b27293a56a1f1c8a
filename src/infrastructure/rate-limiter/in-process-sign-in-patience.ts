import {
  forgottenAfterMs,
  isOfNetwork,
  type SignInPatience,
  waitAfterMs,
} from '../../application/ports/sign-in-patience.js';

import { BoundedMap } from '../../application/shared/bounded-map.js';

const mostKept = 20_000;

/** The embedded counter, in memory. */
export function createInProcessSignInPatience(nowMs: () => number): SignInPatience {
  const tries = new BoundedMap<string, { readonly count: number; readonly lastMs: number }>(mostKept);

  function current(key: string, atMs: number) {
    const kept = tries.get(key);
    return kept === undefined || atMs - kept.lastMs > forgottenAfterMs ? undefined : kept;
  }

  return {
    async take(keys) {
      const atMs = nowMs();
      const waits = keys.map((key) => {
        const kept = current(key, atMs);
        return kept === undefined ? 0 : kept.lastMs + waitAfterMs(key, kept.count) - atMs;
      });
      const waitMs = Math.max(0, ...waits);
      if (waitMs > 0) return waitMs;
      for (const key of keys) {
        const count = (current(key, atMs)?.count ?? 0) + 1;
        tries.set(key, { count, lastMs: atMs });
      }
      return 0;
    },
    async succeeded(keys) {
      for (const key of keys) {
        const kept = tries.get(key);
        if (kept !== undefined && isOfNetwork(key) && kept.count > 1)
          tries.set(key, { ...kept, count: kept.count - 1 });
        else tries.delete(key);
      }
    },
  };
}
