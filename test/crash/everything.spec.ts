import { expectEachMemberOnce } from '../support/broadcast-crash.js';
import { crashSeed } from '../support/crash-expectations.js';
import { everythingCrashRun } from '../support/everything-crash.js';
import { expectRowsCounted } from '../support/import-crash.js';
import { expectEveryMessageUnderOneId, webhookCrashSummary } from '../support/webhook-crash-run.js';

// Each of it alone, larger and longer: `npm run test:long`.
it('a broadcast in four turns, imports, versions of a template and webhooks, the server killed in the middle of all of them', async () => {
  const zones = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Asia/Kolkata', 'UTC'];
  const plan = { seed: crashSeed(), members: 480, zones, leftBefore: 4, rows: 2_000, mailsPerLife: 30 };
  const { broadcast, imports, contacts, webhooks } = await everythingCrashRun(plan);
  process.stdout.write(`${webhookCrashSummary(webhooks)}\n`);

  expectEachMemberOnce(plan, broadcast);
  expect(broadcast.turns).toEqual([119, 119, 119, 119]);

  expect(imports).toHaveLength(zones.length);
  for (const each of imports) expectRowsCounted(plan.rows, each);
  const rows = imports.reduce((sum, { bad }) => sum + plan.rows - bad.length, 0);
  expect(contacts).toBe(plan.members + rows);

  expectEveryMessageUnderOneId(webhooks);
}, 1_800_000);
