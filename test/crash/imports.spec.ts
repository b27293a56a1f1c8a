import { expectEachRowOnce, importCrashRun } from '../support/import-crash.js';

it('an import of 6,000 rows, the server killed 5 times: each row once, and the file of failed rows complete', async () => {
  const plan = { rows: 6_000, kills: 5 };
  expectEachRowOnce(plan, await importCrashRun(plan));
});
