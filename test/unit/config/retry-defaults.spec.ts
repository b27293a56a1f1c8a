import type { RetryClass } from '../../../src/domain/shared/accepted-email.js';
import { nextDueAt } from '../../../src/domain/shared/retries/email-retries.js';
import { loadConfig } from '../../../src/infrastructure/config/config.js';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const { retryPolicy } = loadConfig({});
const startedAtMs = Date.parse('2026-03-02T10:00:00.000Z');

/** When each try after the first happens, in milliseconds after the first, until the mail is given up. */
function tries(retryClass: RetryClass, jitter: number): readonly number[] {
  const schedule = retryPolicy.schedules[retryClass];
  const { statedDelayBoundsMs } = retryPolicy;
  const found: number[] = [];
  for (let nowMs = startedAtMs; ; ) {
    const earlierTries = found.length;
    const dueAt = nextDueAt({ schedule, statedDelayBoundsMs, earlierTries, startedAtMs, nowMs, jitter });
    if (dueAt === undefined) return found;
    found.push(dueAt - startedAtMs);
    nowMs = dueAt;
  }
}

const minutesBetween = (times: readonly number[]): readonly number[] =>
  times.map((time, index) => (time - (times[index - 1] ?? 0)) / minuteMs);

describe('how long mail is tried, where nothing is set', () => {
  it('a code or a link: often at first, for a day', () => {
    const times = tries('transactional', 0);
    expect(minutesBetween(times).slice(0, 9)).toStrictEqual([0.5, 2, 5, 10, 20, 60, 120, 240, 240]);
    expect(times.at(-1)).toBeLessThanOrEqual(24 * hourMs);
    expect(times.at(-1)).toBeGreaterThan(20 * hourMs);
  });

  it('ordinary mail: for three days', () => {
    const times = tries('standard', 0);
    expect(minutesBetween(times).slice(0, 10)).toStrictEqual([1, 5, 15, 30, 60, 120, 240, 480, 960, 960]);
    expect(times.at(-1)).toBeLessThanOrEqual(72 * hourMs);
    expect(times.at(-1)).toBeGreaterThan(56 * hourMs);
  });

  it('bulk mail: from five minutes to four hours, for two days', () => {
    const times = tries('bulk', 0);
    const waits = minutesBetween(times);
    expect(waits[0]).toBe(5);
    expect(Math.max(...waits)).toBe(240);
    expect(times.at(-1)).toBeLessThanOrEqual(48 * hourMs);
    expect(times.at(-1)).toBeGreaterThan(44 * hourMs);
  });

  it.each<RetryClass>(['transactional', 'standard', 'bulk'])(
    'a %s mail is tried between the 4th and the 10th minute, when greylisting opens, whatever chance does',
    (retryClass) => {
      for (const jitter of [-1, 0, 1]) {
        const inBand = tries(retryClass, jitter).filter((time) => time >= 4 * minuteMs && time <= 10 * minuteMs);
        expect(inBand.length).toBeGreaterThan(0);
      }
    },
  );

  it('a webhook message: after 5 s, 5 min, 30 min, 2, 5, 10 and 10 h', () => {
    const { retryDelaysMs } = loadConfig({}).webhookSending;
    const delays = [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs];
    expect(retryDelaysMs).toEqual(delays);
  });

  it('a delay that a reply states is obeyed from 10 seconds to 6 hours', () => {
    expect(retryPolicy.statedDelayBoundsMs).toStrictEqual({ min: 10 * secondMs, max: 6 * hourMs });
  });
});
