import { foundKey } from '../../src/application/ports/found-key.js';
import { createInProcessDailyAllowances } from '../../src/infrastructure/rate-limiter/in-process-daily-allowances.js';
import { dailyAllowancesContract } from './daily-allowances.contract.js';

dailyAllowancesContract('in-process', async () => createInProcessDailyAllowances(() => Date.now()));

it('a day begins with the first of its key, and the next one is whole again', async () => {
  let nowMs = 0;
  const allowances = createInProcessDailyAllowances(() => nowMs);
  const take = () => allowances.take([{ key: foundKey('a'), limit: 1 }]);
  expect(await take()).toBe(0);
  nowMs = 3_600_000;
  expect(await take()).toBe(23 * 3_600_000);
  nowMs = 24 * 3_600_000;
  expect(await take()).toBe(0);
});
