import { crashSeed, crashSummary, expectNothingLostNothingTwice } from '../../support/crash-expectations.js';
import { type CrashPlan, crashRun } from '../../support/crash-run.js';

/** Batches, mails without a key and more kills: `test/crash`. */
it('100 keyed mails, the server killed twice: each accepted once, each delivered', async () => {
  const plan: CrashPlan = {
    seed: crashSeed(),
    kind: 'single',
    requests: 100,
    connections: 10,
    kills: 2,
    killsAtStart: 0,
  };
  const result = await crashRun(plan);
  process.stdout.write(`${crashSummary(result)}\n`);
  expectNothingLostNothingTwice(plan, result);
}, 120_000);
