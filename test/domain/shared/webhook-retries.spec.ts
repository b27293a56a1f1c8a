import { nextAttemptAt } from '../../../src/domain/shared/retries/webhook-retries.js';
import fc from '../../support/properties.js';

const hourMs = 3_600_000;
const delaysMs = [5_000, 300_000, 1_800_000, 2 * hourMs];
const question = { delaysMs, messageId: 'msg_0195d6a00001', attempt: 1, nowMs: 0, statedDelayMs: undefined };

describe('the next attempt', () => {
  it('comes after each delay, and then no more', () => {
    const attempts = [1, 2, 3, 4].map((attempt) => nextAttemptAt({ ...question, attempt }));
    expect(attempts).not.toContain(undefined);
    expect(nextAttemptAt({ ...question, attempt: 5 })).toBeUndefined();
  });

  it('is up to a fifth sooner or later, the same each time it is asked', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 4 }), (messageId, attempt) => {
        const planned = delaysMs[attempt - 1]!;
        const asked = { ...question, messageId, attempt };
        const at = nextAttemptAt(asked)!;
        expect(at).toBe(nextAttemptAt(asked));
        expect(at).toBeGreaterThanOrEqual(Math.floor(planned * 0.8));
        expect(at).toBeLessThanOrEqual(Math.ceil(planned * 1.2));
      }),
    );
  });

  it('spreads messages that failed together', () => {
    const at = Array.from(
      { length: 1_000 },
      (_, number) => nextAttemptAt({ ...question, messageId: `msg_${number}` })!,
    );
    const inThird = (from: number, to: number) => at.filter((each) => each >= from && each < to).length;
    expect(inThird(4_000, 4_667)).toBeGreaterThan(250);
    expect(inThird(4_667, 5_333)).toBeGreaterThan(250);
    expect(inThird(5_333, 6_001)).toBeGreaterThan(250);
  });

  it('waits as long as the endpoint asks, up to 12 h, and never less than planned', () => {
    expect(nextAttemptAt({ ...question, statedDelayMs: 60_000 })).toBe(60_000);
    expect(nextAttemptAt({ ...question, statedDelayMs: 100 * hourMs })).toBe(12 * hourMs);
    expect(nextAttemptAt({ ...question, statedDelayMs: 1 })).toBe(nextAttemptAt(question));
  });
});
