import type { Clock } from '../../src/application/ports/clock.js';
import { SettledTime } from '../../src/application/shared/settled-time.js';

/** Stands still until a spec moves it. */
export class FakeClock implements Clock {
  private elapsedMs = 0;
  private stepMs = 0;
  private readonly settled: SettledTime;

  constructor(private readonly startMs = Date.parse('2026-03-02T10:00:00.000Z')) {
    this.settled = new SettledTime(this);
  }

  now(): number {
    return this.startMs + this.elapsedMs + this.stepMs;
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  settledNow(): number {
    return this.settled.now();
  }

  /** As an operator or a time server sets it: the monotonic clock goes on as it was. */
  setTimeOfDay(nowMs: number): void {
    this.stepMs += nowMs - this.now();
  }

  advance(delayMs: number): void {
    this.elapsedMs += delayMs;
  }
}
