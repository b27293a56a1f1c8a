import { foundKey } from '../../src/application/ports/found-key.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { createRedisQuotaCounter } from '../../src/infrastructure/quota-counter/redis/redis-quota-counter.js';
import { joinProcesses } from '../../src/infrastructure/rate-limiter/redis/process-count.js';
import { createRedisDailyAllowances } from '../../src/infrastructure/rate-limiter/redis/redis-daily-allowances.js';
import { createRedisRateLimiter } from '../../src/infrastructure/rate-limiter/redis/redis-rate-limiter.js';
import { createInProcessSignInPatience } from '../../src/infrastructure/rate-limiter/in-process-sign-in-patience.js';
import { createRedisSignInPatience } from '../../src/infrastructure/rate-limiter/redis/redis-sign-in-patience.js';
import { BullQueue } from '../../src/infrastructure/work-queue/bull/bull-queue.js';
import { dailyAllowancesContract } from '../contracts/daily-allowances.contract.js';
import { quotaCounterContract } from '../contracts/quota-counter.contract.js';
import { rateLimiterContract } from '../contracts/rate-limiter.contract.js';
import { signInPatienceContract } from '../contracts/sign-in-patience.contract.js';
import { workQueueContract } from '../contracts/work-queue.contract.js';
import { redisUserHasSpareRights } from '../../src/infrastructure/redis/diagnosis.js';
import { describeOnAnyRedis, givenRedisUrl, redisConnections } from '../support/redis-server.js';

const password = 'secret';

/** The user that docs/engines/redis.md tells to make. Answers how to get its address. */
async function leastUser(url: string): Promise<() => string> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/engines/redis.md'), 'utf8');
  const [, rules = ''] = /^ACL SETUSER posthorn (.+)$/m.exec(page) ?? [];
  const administrator = new Redis(url);
  await administrator.acl('SETUSER', 'posthorn', ...rules.replace('<password>', password).split(' '));
  administrator.disconnect();
  return () => url.replace('://', `://posthorn:${password}@`);
}

describeOnAnyRedis('the ports on Redis', (server) => {
  let url = server;
  beforeAll(async () => {
    // The user of another's server is theirs to choose.
    if (server() !== givenRedisUrl) url = await leastUser(server());
  });
  const connections = redisConnections();
  afterEach(() => connections.closeAll());

  rateLimiterContract('Redis', async (requestsPerSecond) => {
    const redis = await connections.open(url());
    return createRedisRateLimiter({ redis, requestsPerSecond, processes: { current: () => 1 } });
  });

  signInPatienceContract('Redis', async () => {
    const alone = createInProcessSignInPatience(() => Date.now());
    return createRedisSignInPatience({ redis: await connections.open(url()), hashOf: (key) => key, alone });
  });

  dailyAllowancesContract('Redis', async () => {
    // An outage here would be a fault of the test.
    const alone = { take: () => Promise.reject(new Error('Redis refused')) };
    return createRedisDailyAllowances({ redis: await connections.open(url()), hashOf: (key) => key, alone });
  });

  quotaCounterContract('Redis', async () => createRedisQuotaCounter(await connections.open(url())));

  workQueueContract('Bull', async (options) =>
    BullQueue.open({ redis: await connections.open(url()), name: 'all', ...options }),
  );

  it('ask for nothing that the page does not allow', async () => {
    const redis = await connections.open(url());
    const [one, other] = [await joinProcesses(redis, 'one'), await joinProcesses(redis, 'other')];
    const counted = other.current();
    await Promise.all([one.leave(), other.leave()]);
    const patience = createRedisSignInPatience({
      redis,
      hashOf: (key) => key,
      alone: { take: () => Promise.reject(new Error('Redis refused')), succeeded: () => Promise.resolve() },
    });
    expect(counted).toBe(2);
    expect(await patience.take([foundKey('somebody')])).toBe(0);
    expect(redis.isUp()).toBe(true);
  });

  it('need no more rights than the page says, and doctor knows', async () => {
    if (server() === givenRedisUrl) return;
    expect(await redisUserHasSpareRights(url())).toBe(false);
    expect(await redisUserHasSpareRights(server())).toBe(null);
  });
});
