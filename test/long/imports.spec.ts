import { expectEachRowOnce, importCrashRun } from '../support/import-crash.js';

it('an import of 200,000 rows, the server killed ten times: each row once, and the file of failed rows complete', async () => {
  const plan = { rows: 200_000, kills: 10 };
  expectEachRowOnce(plan, await importCrashRun(plan));
});
