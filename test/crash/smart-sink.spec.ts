import { crashSeed } from '../support/crash-expectations.js';
import { expectEveryRecipientSettledOnce, smartSummary } from '../support/smart-expectations.js';
import { smartRun } from '../support/smart-run.js';

const seed = crashSeed();
const mails = 200;
const killEveryMs = 2_000;

describe('a receiver that refuses, defers, stalls, breaks TLS and hangs up', () => {
  it.each([
    { route: 'relay', how: 'as the relay' },
    { route: 'mx', how: 'as the hosts of many domains' },
  ] as const)(
    'every recipient has exactly one last word, $how, the server killed every 2 s',
    async ({ route, how }) => {
      const plan = { seed, mails, route, killEveryMs };
      const result = await smartRun(plan);
      process.stdout.write(`${how}: ${smartSummary(result)}\n`);
      expectEveryRecipientSettledOnce(plan, result);
      expect(result.faults.size).toBeGreaterThan(10);
      expect(result.kills).toBeGreaterThan(0);
    },
    600_000,
  );
});
