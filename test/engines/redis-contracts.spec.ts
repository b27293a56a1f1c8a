import { createRedisQuotaCounter } from '../../src/infrastructure/quota-counter/redis/redis-quota-counter.js';
import { createRedisRateLimiter } from '../../src/infrastructure/rate-limiter/redis/redis-rate-limiter.js';
import { createBullQueue } from '../../src/infrastructure/work-queue/bull/bull-queue.js';
import { quotaCounterContract } from '../contracts/quota-counter.contract.js';
import { rateLimiterContract } from '../contracts/rate-limiter.contract.js';
import { workQueueContract } from '../contracts/work-queue.contract.js';
import { describeOnAnyRedis, redisConnections } from '../support/redis-server.js';

describeOnAnyRedis('the ports on Redis', (url) => {
  const connections = redisConnections();
  afterEach(() => connections.closeAll());

  rateLimiterContract('Redis', async (requestsPerSecond) => {
    const redis = await connections.open(url());
    return createRedisRateLimiter({ redis, requestsPerSecond, processes: { current: () => 1 } });
  });

  quotaCounterContract('Redis', async () => createRedisQuotaCounter(await connections.open(url())));

  workQueueContract('Bull', async (options) =>
    createBullQueue({ redis: await connections.open(url()), name: 'all', ...options }),
  );
});
