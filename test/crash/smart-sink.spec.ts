import { crashSeed } from '../support/crash-expectations.js';
import { expectEveryRecipientSettledOnce, smartSummary } from '../support/smart-expectations.js';
import { smartRun } from '../support/smart-run.js';

const seed = crashSeed();
const mails = Number(process.env['SMART_SINK_MAILS'] ?? '1000');

describe('a receiver that refuses, defers, stalls, breaks TLS and hangs up', () => {
  it.each([
    ['', null],
    [', the server killed every 5 s', 5_000],
  ] as const)(
    'every recipient has exactly one last word%s',
    async (_how, killEveryMs) => {
      const plan = { seed, mails, killEveryMs };
      const result = await smartRun(plan);
      process.stdout.write(`${smartSummary(result)}\n`);
      expectEveryRecipientSettledOnce(plan, result);
      expect(result.faults.size).toBeGreaterThan(20);
      expect(result.kills > 0).toBe(killEveryMs !== null);
    },
    1_800_000,
  );
});
