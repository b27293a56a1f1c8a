import type { Clock } from '../ports/clock.js';

/**
 * NTP steps a clock by minutes at most, and a machine that sleeps for a night is no jump either: what it missed is due.
 * Past this, it is more likely that the clock is wrong.
 */
export const leastLeapMs = 12 * 3_600_000;
/** Time enough to see that a clock is wrong, and to set it. */
const believedAfterMs = 24 * 3_600_000;

/**
 * The wall clock without a jump ahead that is younger than a day: what is wrong by weeks for an hour expires, erases
 * and repeats nothing. A clock that goes back, or by less than {@link leastLeapMs}, is believed at once.
 */
export class SettledTime {
  /** What the wall clock is ahead of the monotonic one, as far as it is believed. */
  #believedMs: number;
  #leap: { readonly aheadMs: number; readonly sinceMonotonicMs: number } | undefined;

  constructor(private readonly clock: Pick<Clock, 'now' | 'monotonicMs'>) {
    this.#believedMs = clock.now() - clock.monotonicMs();
  }

  /** Milliseconds since the epoch. */
  now(): number {
    const monotonicMs = this.clock.monotonicMs();
    const aheadMs = this.clock.now() - monotonicMs;
    if (aheadMs - this.#believedMs < leastLeapMs || this.#isOld(aheadMs, monotonicMs)) {
      this.#believedMs = aheadMs;
      this.#leap = undefined;
    }
    return monotonicMs + this.#believedMs;
  }

  /** Whether the clock has kept to its jump. One that jumps on begins again. */
  #isOld(aheadMs: number, monotonicMs: number): boolean {
    if (this.#leap === undefined || aheadMs - this.#leap.aheadMs >= leastLeapMs) {
      this.#leap = { aheadMs, sinceMonotonicMs: monotonicMs };
    }
    return monotonicMs - this.#leap.sinceMonotonicMs >= believedAfterMs;
  }
}
