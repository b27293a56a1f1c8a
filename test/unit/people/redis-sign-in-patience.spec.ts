import { createInProcessSignInPatience } from '../../../src/infrastructure/rate-limiter/in-process-sign-in-patience.js';
import { createRedisSignInPatience } from '../../../src/infrastructure/rate-limiter/redis/redis-sign-in-patience.js';
import type { RedisConnection } from '../../../src/infrastructure/redis/redis-connection.js';

describe('the wait for the next try, while Redis is away', () => {
  it('is counted by the process alone, and ends with a right one', async () => {
    const redis = {
      prefix: 'posthorn:x',
      ask: () => Promise.reject(new Error('Redis is away')),
    } as Partial<RedisConnection> as RedisConnection; // Nothing else of it is asked while it is away.
    const alone = createInProcessSignInPatience(() => 0);
    const patience = createRedisSignInPatience({ redis, hashOf: (key) => key, alone });
    for (let count = 0; count < 5; count += 1) expect(await patience.take(['account a'])).toBe(0);
    expect(await patience.take(['account a'])).toBe(1_000);
    await patience.succeeded(['account a']);
    expect(await patience.take(['account a'])).toBe(0);
  });
});
