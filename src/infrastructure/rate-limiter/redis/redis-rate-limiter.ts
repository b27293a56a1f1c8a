import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter, RateTaken } from '../../../application/ports/rate-limiter.js';
import type { RedisConnection } from '../../redis/redis-connection.js';
import { createInProcessRateLimiter } from '../in-process-rate-limiter.js';
import type { ProcessCount } from './process-count.js';

export interface RedisRateLimiterOptions {
  readonly redis: RedisConnection;
  readonly requestsPerSecond: number;
  readonly processes: Pick<ProcessCount, 'current'>;
}

/**
 * One window for a team's requests to all processes. Without Redis each process lets through its share of them, at
 * least one; the first request of an outage waits for `commandTimeoutMs`, the others do not wait.
 */
export function createRedisRateLimiter({ redis, requestsPerSecond, processes }: RedisRateLimiterOptions): RateLimiter {
  const windows = new RateLimiterRedis({
    storeClient: redis.client,
    keyPrefix: `${redis.prefix}:rate`,
    points: requestsPerSecond,
    duration: 1,
    // A team that is past its limit is refused from memory until the window ends.
    inMemoryBlockOnConsumed: requestsPerSecond,
  });
  let local: { readonly share: number; readonly limiter: RateLimiter } | undefined;

  function limiterOfShare(): RateLimiter {
    const share = Math.max(1, Math.floor(requestsPerSecond / processes.current()));
    if (local?.share !== share) local = { share, limiter: createInProcessRateLimiter(share) };
    return local.limiter;
  }

  async function takeFromAll(teamId: string): Promise<RateTaken> {
    try {
      return answer(true, await windows.consume(teamId));
    } catch (refusal) {
      // The library refuses by rejecting with the window.
      if (refusal instanceof RateLimiterRes) return answer(false, refusal);
      throw refusal;
    }
  }

  const answer = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): RateTaken => ({
    allowed,
    limit: requestsPerSecond,
    remaining: remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });

  return {
    take: (teamId) =>
      redis
        .ask(() => takeFromAll(teamId))
        .catch(async () => {
          const taken = await limiterOfShare().take(teamId);
          // The team's limit is what it was; how it is shared out is our affair.
          return { ...taken, limit: requestsPerSecond };
        }),
  };
}
