/** So many may be wrong before the next one waits: as people mistype, and as an office of people behind one address does. */
const freeFailures = { account: 5, network: 30 } as const;
const firstWaitMs = 1_000;
const longestWaitMs = 60_000;
const forgottenAfterMs = 15 * 60_000;
const mostKept = 20_000;

interface Failures {
  readonly count: number;
  readonly lastMs: number;
}

/**
 * How long the next try has to wait, by what was tried: an account, a network. The wait grows and is never for good. An account that
 * does not exist waits as one that does.
 */
export class SignInPatience {
  // Insertion order is the order of the last failure.
  private readonly failures = new Map<string, Failures>();

  /** Milliseconds until a try is looked at; 0: now. */
  waitMs(keys: readonly string[], nowMs: number): number {
    return Math.max(0, ...keys.map((key) => this.nextAtMs(key, nowMs) - nowMs));
  }

  /** Counted before it is known to be wrong, so that many at once are not one; {@link succeeded} takes it back. */
  tried(keys: readonly string[], nowMs: number): void {
    for (const key of keys) {
      const before = this.standing(key, nowMs);
      this.failures.delete(key);
      this.failures.set(key, { count: (before?.count ?? 0) + 1, lastMs: nowMs });
    }
    while (this.failures.size > mostKept) this.failures.delete(this.failures.keys().next().value ?? '');
  }

  succeeded(keys: readonly string[]): void {
    for (const key of keys) this.failures.delete(key);
  }

  private standing(key: string, nowMs: number): Failures | undefined {
    const failures = this.failures.get(key);
    return failures === undefined || nowMs - failures.lastMs > forgottenAfterMs ? undefined : failures;
  }

  private nextAtMs(key: string, nowMs: number): number {
    const failures = this.standing(key, nowMs);
    const free = key.includes('network ') ? freeFailures.network : freeFailures.account;
    if (failures === undefined || failures.count < free) return nowMs;
    const waitMs = Math.min(firstWaitMs * 2 ** (failures.count - free), longestWaitMs);
    return failures.lastMs + waitMs;
  }
}
