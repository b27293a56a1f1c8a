import { crashSeed, crashSummary, expectNothingLostNothingTwice } from '../support/crash-expectations.js';
import { type CrashPlan, crashRun } from '../support/crash-run.js';

const seed = crashSeed();

it.each<readonly [string, Omit<CrashPlan, 'seed'>]>([
  ['10,000 keyed mails', { kind: 'single', requests: 10_000, connections: 50, kills: 12, killsAtStart: 4 }],
  ['500 keyed batches', { kind: 'batch', requests: 500, connections: 20, kills: 6, killsAtStart: 0 }],
  ['3,000 mails without a key', { kind: 'unkeyed', requests: 3_000, connections: 50, kills: 6, killsAtStart: 0 }],
])('%s, the server killed again and again', async (_what, planned) => {
  const plan = { ...planned, seed };
  const result = await crashRun(plan);
  process.stdout.write(`${crashSummary(result)}\n`);
  expectNothingLostNothingTwice(plan, result);
});
