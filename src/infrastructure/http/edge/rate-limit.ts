import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter } from '../../../application/ports/rate-limiter.js';
import { isOfPage } from './access.js';
import { ApiError } from './errors/api-error.js';

export interface RateLimiters {
  /** Of a team's requests. */
  readonly api: RateLimiter;
  /** Of what the pages of a team ask for, several reads at once: they take nothing from the team's programs. */
  readonly pages: RateLimiter;
}

/** Runs after authentication and before the body is read. Header fields of draft-ietf-httpapi-ratelimit-headers-06. */
export function rateLimitHook({ api, pages }: RateLimiters) {
  return async ({ caller, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (caller === null) return;
    const limiter = isOfPage(routeOptions.url) ? pages : api;
    const { allowed, limit, remaining, resetSeconds } = await limiter.take(caller.context.teamId);
    void reply
      .header('ratelimit-limit', limit)
      .header('ratelimit-remaining', remaining)
      .header('ratelimit-reset', resetSeconds)
      .header('ratelimit-policy', `${limit};w=1`);
    if (!allowed) throw rateLimitExceeded(limit, resetSeconds);
  };
}

export function rateLimitExceeded(limit: number, resetSeconds: number): ApiError {
  const message = `Too many requests. You can make ${limit} requests per second. Wait a moment and try again.`;
  return new ApiError(429, 'rate_limit_exceeded', message, { 'retry-after': String(resetSeconds) });
}
