import { crashSeed, crashSummary, expectNothingLostNothingTwice } from '../support/crash-expectations.js';
import { type CrashPlan, crashRun } from '../support/crash-run.js';

const seed = crashSeed();
/** `CRASH_MAILS=10000` is the long form. */
const mails = Number(process.env['CRASH_MAILS'] ?? 500);
const isLong = mails >= 10_000;

it.each<Omit<CrashPlan, 'seed'>>([
  {
    kind: 'single',
    requests: mails,
    connections: isLong ? 50 : 20,
    kills: isLong ? 12 : 5,
    killsAtStart: isLong ? 4 : 0,
  },
  {
    kind: 'batch',
    requests: Math.max(60, mails / 20),
    connections: isLong ? 20 : 5,
    kills: isLong ? 6 : 2,
    killsAtStart: 1,
  },
  {
    kind: 'unkeyed',
    requests: Math.max(200, mails * 0.3),
    connections: isLong ? 50 : 10,
    kills: isLong ? 6 : 2,
    killsAtStart: 0,
  },
])(
  '$requests requests ($kind), the server killed again and again: each mail accepted once, each delivered, twice only where the log says that it does not know',
  async (planned) => {
    const plan = { ...planned, seed };
    const result = await crashRun(plan);
    process.stdout.write(`${crashSummary(result)}\n`);
    expectNothingLostNothingTwice(plan, result);
  },
);
