import type { Clock } from '../ports/clock.js';
import { leastLeapMs } from './settled-time.js';

/** From when to when the wall clock went, though no such time went by. Milliseconds since the epoch. */
export interface Leap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Compares the wall clock with the one that never jumps, each time that it is asked. */
export class ClockWatch {
  #wallMs: number;
  #monotonicMs: number;

  constructor(private readonly clock: Clock) {
    this.#wallMs = clock.now();
    this.#monotonicMs = clock.monotonicMs();
  }

  /** @returns undefined where the wall clock has not gone ahead of itself by {@link leastLeapMs} since it was asked. */
  look(): Leap | undefined {
    const [wallMs, monotonicMs] = [this.clock.now(), this.clock.monotonicMs()];
    const expectedMs = this.#wallMs + (monotonicMs - this.#monotonicMs);
    this.#wallMs = wallMs;
    this.#monotonicMs = monotonicMs;
    return wallMs - expectedMs < leastLeapMs ? undefined : { fromMs: expectedMs, toMs: wallMs };
  }
}
