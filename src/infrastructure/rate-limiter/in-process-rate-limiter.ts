import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimiter } from '../../application/ports/rate-limiter.js';

/** The embedded limiter: all requests of this process, a window for each team from its first request on. */
export function createInProcessRateLimiter(requestsPerSecond: number): RateLimiter {
  const windows = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
  const answer = (allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    allowed,
    limit: requestsPerSecond,
    remaining: remainingPoints,
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  });
  return {
    take: (key) =>
      windows.consume(key).then(
        (window) => answer(true, window),
        (refusal: unknown) => {
          // The library refuses by rejecting with the window.
          if (refusal instanceof RateLimiterRes) return answer(false, refusal);
          throw refusal;
        },
      ),
  };
}
