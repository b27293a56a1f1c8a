import { nextDueAt, type RetryQuestion } from '../../../src/domain/shared/retries/email-retries.js';
import { hourMs, minuteMs } from '../../support/email-facts.js';
import fc from '../../support/properties.js';

const startedAtMs = Date.parse('2026-03-02T10:00:00.000Z');
const schedule = { delaysMs: [minuteMs, 5 * minuteMs, 15 * minuteMs], expiresAfterMs: 72 * hourMs };
const statedDelayBoundsMs = { min: 10_000, max: 6 * hourMs };

/** How long the next try waits. */
function wait(question: Partial<RetryQuestion>): number | undefined {
  const whole = {
    schedule,
    statedDelayBoundsMs,
    earlierTries: 0,
    startedAtMs,
    nowMs: startedAtMs,
    jitter: 0,
    ...question,
  };
  const dueAt = nextDueAt(whole);
  return dueAt === undefined ? undefined : dueAt - whole.nowMs;
}

describe('the retry schedule', () => {
  it('goes from delay to delay, and the last one repeats', () => {
    expect([0, 1, 2, 3, 40].map((earlierTries) => wait({ earlierTries }))).toStrictEqual([
      minuteMs,
      5 * minuteMs,
      15 * minuteMs,
      15 * minuteMs,
      15 * minuteMs,
    ]);
  });

  it('lets chance move a delay by a tenth and no more', () => {
    expect(wait({ jitter: -1 })).toBe(54_000);
    expect(wait({ jitter: 1 })).toBe(66_000);
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), fc.nat(5), (jitter, earlierTries) => {
        const planned = wait({ earlierTries }) ?? 0;
        const moved = wait({ jitter, earlierTries }) ?? 0;
        expect(Math.abs(moved - planned)).toBeLessThanOrEqual(planned / 10);
      }),
    );
  });

  it('obeys a stated delay, between 10 seconds and 6 hours, and chance leaves it alone', () => {
    expect(wait({ statedDelayMs: 4 * minuteMs, jitter: 1 })).toBe(4 * minuteMs);
    expect(wait({ statedDelayMs: 1_000 })).toBe(10_000);
    expect(wait({ statedDelayMs: 48 * hourMs })).toBe(6 * hourMs);
  });

  it('ends when the mail would be older than its class allows', () => {
    expect(wait({ nowMs: startedAtMs + 72 * hourMs - minuteMs })).toBe(minuteMs);
    expect(wait({ nowMs: startedAtMs + 72 * hourMs - minuteMs + 1 })).toBeUndefined();
    expect(wait({ nowMs: startedAtMs + 70 * hourMs, statedDelayMs: 3 * hourMs })).toBeUndefined();
  });
});
