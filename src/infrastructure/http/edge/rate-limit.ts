import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimiter } from '../../../application/ports/rate-limiter.js';
import { ApiError } from './errors/api-error.js';

/** The page asks these, several at once: they have a share of their own, and take nothing from the team's programs. */
const pagePrefix = '/dashboard-api/';

export interface RateLimiters {
  /** Of a team's requests. */
  readonly api: RateLimiter;
  /** Of what the pages of a team ask for. */
  readonly pages: RateLimiter;
}

/** Runs after authentication and before the body is read. Header fields of draft-ietf-httpapi-ratelimit-headers-06. */
export function rateLimitHook({ api, pages }: RateLimiters) {
  return async ({ caller, routeOptions }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (caller === null) return;
    const limiter = routeOptions.url?.startsWith(pagePrefix) === true ? pages : api;
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
