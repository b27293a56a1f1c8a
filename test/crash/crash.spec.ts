import { crashSeed, crashSummary, expectNothingLostNothingTwice } from '../support/crash-expectations.js';
import { type CrashPlan, crashRun } from '../support/crash-run.js';

const seed = crashSeed();

it.each<readonly [string, Omit<CrashPlan, 'seed'>]>([
  ['500 keyed mails', { kind: 'single', requests: 500, connections: 20, kills: 5, killsAtStart: 1 }],
  ['60 keyed batches', { kind: 'batch', requests: 60, connections: 5, kills: 2, killsAtStart: 0 }],
  ['200 mails without a key', { kind: 'unkeyed', requests: 200, connections: 10, kills: 2, killsAtStart: 0 }],
])('%s, the server killed again and again', async (_what, planned) => {
  const plan = { ...planned, seed };
  const result = await crashRun(plan);
  process.stdout.write(`${crashSummary(result)}\n`);
  expectNothingLostNothingTwice(plan, result);
});
