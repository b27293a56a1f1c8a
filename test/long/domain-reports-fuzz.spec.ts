import { readChangedReports } from '../support/changed-reports.js';

/** What a changed report may cost, far above what any does, on a machine that does other work. */
const mostMs = 1_000;

describe('what comes to the address of reports', () => {
  it.each([1, 2, 3, 4, 5])('is read in bounded time, whatever it is (seed %d)', async (seed) => {
    const { worstMs, reports } = await readChangedReports(seed, 20_000);
    expect(worstMs).toBeLessThan(mostMs);
    expect(reports).toBeGreaterThan(500);
  });
});
