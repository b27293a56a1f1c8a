import { crashSeed } from '../support/crash-expectations.js';
import {
  expectEveryMessageUnderOneId,
  type WebhookCrashPlan,
  webhookCrashRun,
  webhookCrashSummary,
} from '../support/webhook-crash-run.js';

it('every endpoint has every message, each repeat under its first id, the server killed again and again', async () => {
  const plan: WebhookCrashPlan = {
    seed: crashSeed(),
    mailsPerLife: 30,
    // Positions are written down every five seconds.
    killsAfterMs: [300, 5_500, 300],
    patienceMs: 120_000,
  };
  const result = await webhookCrashRun(plan);
  process.stdout.write(`${webhookCrashSummary(result)}\n`);
  expectEveryMessageUnderOneId(result);
});
