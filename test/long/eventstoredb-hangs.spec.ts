import { frozenLeaderRuns, promisedMs, summaryOf, swallowingRuns } from '../support/hanging-runs.js';

const runs = Number(process.env['HANGING_RUNS'] ?? 20);
/** From one that a call may outlast to one that everything has given up in. */
const outageMs = (run: number): number => 100 + run * 700;

describe('EventStoreDB that hangs, over and over', () => {
  it(`a frozen leader, ${runs} times: no election is followed by a longer wait than was promised`, async () => {
    const tookMs = await frozenLeaderRuns(runs);
    process.stdout.write(summaryOf('frozen leader of EventStoreDB', tookMs));
    expect(tookMs.filter((each) => each > promisedMs)).toEqual([]);
  });

  it(`a network that swallows, ${runs} times: no cure is followed by a longer wait than was promised`, async () => {
    const tookMs = await swallowingRuns(runs, outageMs);
    process.stdout.write(summaryOf('swallowing network before EventStoreDB', tookMs));
    expect(tookMs.filter((each) => each > promisedMs)).toEqual([]);
  });
});
