import { foundKey } from '../../../src/application/ports/found-key.js';
import { createInProcessDailyAllowances } from '../../../src/infrastructure/rate-limiter/in-process-daily-allowances.js';
import { createRedisDailyAllowances } from '../../../src/infrastructure/rate-limiter/redis/redis-daily-allowances.js';
import { createInProcessSignInPatience } from '../../../src/infrastructure/rate-limiter/in-process-sign-in-patience.js';
import { createRedisSignInPatience } from '../../../src/infrastructure/rate-limiter/redis/redis-sign-in-patience.js';
import type { RedisConnection } from '../../../src/infrastructure/redis/redis-connection.js';

const away = {
  prefix: 'posthorn:x',
  ask: () => Promise.reject(new Error('Redis is away')),
} as Partial<RedisConnection> as RedisConnection; // Nothing else of it is asked while it is away.

it('what is allowed in a day is counted by the process alone while Redis is away', async () => {
  const alone = createInProcessDailyAllowances(() => 0);
  const allowances = createRedisDailyAllowances({ redis: away, hashOf: (key) => key, alone });
  const take = () => allowances.take([{ key: foundKey('invitations'), limit: 2 }]);
  expect([await take(), await take(), await take()]).toEqual([0, 0, 86_400_000]);
});

describe('the wait for the next try, while Redis is away', () => {
  it('is counted by the process alone, and ends with a right one', async () => {
    const alone = createInProcessSignInPatience(() => 0);
    const patience = createRedisSignInPatience({ redis: away, hashOf: (key) => key, alone });
    for (let count = 0; count < 5; count += 1) expect(await patience.take([foundKey('account a')])).toBe(0);
    expect(await patience.take([foundKey('account a')])).toBe(1_000);
    await patience.succeeded([foundKey('account a')]);
    expect(await patience.take([foundKey('account a')])).toBe(0);
  });
});
