import { crashSeed } from '../support/crash-expectations.js';
import { expectEveryRecipientSettledOnce, smartSummary } from '../support/smart-expectations.js';
import { smartRun } from '../support/smart-run.js';

const seed = crashSeed();
const mails = Number(process.env['SMART_SINK_MAILS'] ?? 10_000);

describe('a receiver that refuses, defers, stalls, breaks TLS and hangs up', () => {
  it.each([
    { route: 'relay', killEveryMs: null, how: 'as the relay' },
    { route: 'relay', killEveryMs: 5_000, how: 'as the relay, the server killed every 5 s' },
    { route: 'mx', killEveryMs: null, how: 'as the hosts of many domains' },
    { route: 'mx', killEveryMs: 5_000, how: 'as the hosts of many domains, the server killed every 5 s' },
  ] as const)(
    'every recipient has exactly one last word, $how',
    async ({ route, killEveryMs, how }) => {
      const plan = { seed, mails, route, killEveryMs };
      const result = await smartRun(plan);
      process.stdout.write(`${how}: ${smartSummary(result)}\n`);
      expectEveryRecipientSettledOnce(plan, result);
      expect(result.faults.size).toBeGreaterThan(20);
      expect(result.kills > 0).toBe(killEveryMs !== null);
    },
    1_800_000,
  );
});
