import {
  forgottenAfterMs,
  isOfNetwork,
  type SignInPatience,
  waitAfterMs,
} from '../../application/ports/sign-in-patience.js';

const mostKept = 20_000;

/** The embedded counter, in memory. */
export function createInProcessSignInPatience(nowMs: () => number): SignInPatience {
  // Insertion order is the order of the last try.
  const tries = new Map<string, { readonly count: number; readonly lastMs: number }>();

  function standing(key: string, atMs: number) {
    const kept = tries.get(key);
    return kept === undefined || atMs - kept.lastMs > forgottenAfterMs ? undefined : kept;
  }

  return {
    async take(keys) {
      const atMs = nowMs();
      const waits = keys.map((key) => {
        const kept = standing(key, atMs);
        return kept === undefined ? 0 : kept.lastMs + waitAfterMs(key, kept.count) - atMs;
      });
      const waitMs = Math.max(0, ...waits);
      if (waitMs > 0) return waitMs;
      for (const key of keys) {
        const count = (standing(key, atMs)?.count ?? 0) + 1;
        tries.delete(key);
        tries.set(key, { count, lastMs: atMs });
      }
      while (tries.size > mostKept) tries.delete(tries.keys().next().value ?? '');
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
