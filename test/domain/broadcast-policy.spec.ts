import { burstOf, dayLimit, nextAtMs, rateReached, usualPolicy } from '../../src/domain/broadcast/policy.js';

describe('the rates of a broadcast', () => {
  const reached = (sent: number, bounced: number, complained: number, from?: Parameters<typeof rateReached>[2]) =>
    rateReached(usualPolicy, { sent, bounced, complained }, from);

  it.each([
    ['too many bounces', 100, 6, 0, 'bounce-rate'],
    ['just as many as are allowed', 100, 5, 0, undefined],
    ['too few emails to judge', 99, 99, 99, undefined],
    ['too many complaints', 1_000, 0, 2, 'complaint-rate'],
    ['one complaint of a thousand', 1_000, 0, 1, undefined],
    ['complaints about too few emails', 999, 0, 9, undefined],
  ] as const)('are reached or not: %s', (_what, sent, bounced, complained, because) => {
    expect(reached(sent, bounced, complained)).toBe(because);
  });

  it('count from what the last pause had seen', () => {
    const from = { sent: 200, bounced: 50, complained: 0 };
    expect(reached(299, 149, 0, from)).toBeUndefined();
    expect(reached(300, 55, 0, from)).toBeUndefined();
    expect(reached(300, 56, 0, from)).toBe('bounce-rate');
  });
});

describe('the pace of a broadcast', () => {
  it('opens ten seconds’ worth together, and one at least', () => {
    expect([burstOf(60, 50), burstOf(3_600, 50), burstOf(1_000_000, 50)]).toEqual([1, 10, 50]);
  });

  it.each([1, 7, 60, 3_600, 250_000])('never opens more than %d in an hour, and hardly fewer', (pace) => {
    const hourMs = 3_600_000;
    const opened: number[] = [];
    let dueMs = 0;
    for (let nowMs = 0; nowMs < 3 * hourMs; nowMs += 1_000) {
      while (dueMs <= nowMs) {
        const count = burstOf(pace, 50);
        for (let each = 0; each < count; each += 1) opened.push(nowMs);
        dueMs = nextAtMs(pace, count, nowMs, dueMs);
      }
    }
    const within = opened.filter((at) => at >= hourMs && at < 2 * hourMs).length;
    const slack = burstOf(pace, 50) + pace / 1_800;
    expect(within).toBeLessThanOrEqual(pace + slack);
    expect(within).toBeGreaterThanOrEqual(pace - slack);
  });
});

describe('the warm-up of a domain', () => {
  const plan = { startPerDay: 100, factor: 2, mostDeferred: 0.1 };
  const day = (sent: number, deferredShare = 0) => ({ sent, deferredShare });

  it.each([
    ['begins with its start', [], 100],
    ['grows after each day that used it', [day(100), day(200), day(400)], 800],
    ['stays after a day that used too little', [day(100), day(50), day(0)], 200],
    ['stays while receivers defer too much', [day(100), day(200, 0.1), day(200, 0.05)], 400],
  ] as const)('%s', (_what, days, limit) => {
    expect(dayLimit(plan, days)).toBe(limit);
  });
});
