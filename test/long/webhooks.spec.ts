import { crashSeed } from '../support/crash-expectations.js';
import { expectEveryMessageUnderOneId, webhookCrashRun, webhookCrashSummary } from '../support/webhook-crash-run.js';

it('2,000 mails to four endpoints, the server killed every few seconds: each message arrives, under one id', async () => {
  const killsAfterMs = Array.from({ length: 19 }, () => 4_000);
  const result = await webhookCrashRun({
    seed: crashSeed(),
    mailsPerLife: 100,
    killsAfterMs,
    patienceMs: 600_000,
  });
  process.stdout.write(`${webhookCrashSummary(result)}\n`);
  expectEveryMessageUnderOneId(result);
});
