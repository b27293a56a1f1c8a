import type { Clock } from '../../src/application/ports/clock.js';

/** Stands still until a spec moves it. */
export class FakeClock implements Clock {
  private elapsedMs = 0;

  constructor(private readonly startMs = Date.parse('2026-03-02T10:00:00.000Z')) {}

  now(): number {
    return this.startMs + this.elapsedMs;
  }

  monotonicMs(): number {
    return this.elapsedMs;
  }

  advance(delayMs: number): void {
    this.elapsedMs += delayMs;
  }
}
