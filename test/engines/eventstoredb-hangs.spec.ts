import { frozenLeaderRuns, promisedMs, swallowingRuns } from '../support/hanging-runs.js';

/** Twenty runs of each: test/long/eventstoredb-hangs.spec.ts. */
describe('EventStoreDB that hangs, as processes of its own', () => {
  it('a frozen leader that its followers still name: the next one is appended to', async () => {
    expect(Math.max(...(await frozenLeaderRuns(1)))).toBeLessThan(promisedMs);
  });

  it('a network that swallows, for a moment and for longer: appends go on once it is well', async () => {
    const longestMs = 6_000;
    expect(Math.max(...(await swallowingRuns(2, (run) => 100 + run * longestMs)))).toBeLessThan(promisedMs);
  });
});
