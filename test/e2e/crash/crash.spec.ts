import { crashSeed, crashSummary, expectNothingLostNothingTwice } from '../../support/crash-expectations.js';
import { type CrashPlan, crashRun } from '../../support/crash-run.js';

/** More of each kind, and more kills: `npm run test:long`. */
it('100 requests, keyed, in batches and without a key, the server killed three times and once at its start: each accepted once, each delivered', async () => {
  const plan: CrashPlan = {
    seed: crashSeed(),
    kind: 'mixed',
    requests: 100,
    connections: 10,
    kills: 3,
    killsAtStart: 1,
  };
  const result = await crashRun(plan);
  process.stdout.write(`${crashSummary(result)}\n`);
  expectNothingLostNothingTwice(plan, result);
}, 600_000);
