import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LimitKey } from '../../../application/ports/limit-key.js';
import type { RateLimiter } from '../../../application/ports/rate-limiter.js';
import { wideNetworkOf } from '../../../application/ports/sign-in-patience.js';
import { foundKey, keyWithin } from '../../../application/ports/found-key.js';
import { networkOf } from '../../security/auth-failures.js';
import { accessOf, isOfPage } from './access.js';
import { ApiError } from './errors/api-error.js';

export interface RateLimiters {
  /** Requests of all teams of one owner. */
  readonly api: RateLimiter;
  /** Requests of their pages, several reads at once: they take nothing from the teams' programs. */
  readonly pages: RateLimiter;
}

/** Runs after authentication and before the body is read. Header fields of draft-ietf-httpapi-ratelimit-headers-06. */
export function rateLimitHook({ api, pages }: RateLimiters) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { caller, routeOptions } = request;
    if (caller === null) return;
    const limiter = isOfPage(routeOptions.url) || caller.person !== null ? pages : api;
    const { allowed, limit, remaining, resetSeconds } = await limiter.take(foundKey(caller.owner));
    void reply
      .header('ratelimit-limit', limit)
      .header('ratelimit-remaining', remaining)
      .header('ratelimit-reset', resetSeconds)
      .header('ratelimit-policy', `${limit};w=1`);
    if (allowed) return;
    request.isOverLimit = true;
    throw rateLimitExceeded(limit, resetSeconds);
  };
}

export interface VisitorLimiters {
  readonly network: RateLimiter;
  /** The larger network around it. */
  readonly wideNetwork: RateLimiter;
  /** Files of the pages, by network: a page asks for dozens at once. */
  readonly files: RateLimiter;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Refused for the rate of the caller's owner. */
    isOverLimit: boolean;
  }
  interface FastifyContextConfig {
    /** A file of a page, counted apart. */
    isFile?: boolean;
  }
}

/** Limits the requests of visitors who are not signed in, by where they come from. */
export function visitorLimitHook({ network, wideNetwork, files }: VisitorLimiters) {
  const limitsOf = (request: FastifyRequest): readonly (readonly [RateLimiter, LimitKey])[] => {
    const from = networkOf(request.ip);
    if (request.routeOptions.config.isFile === true) return [[files, networkKey(from)]];
    const isVisitor = accessOf(request) === 'visitor';
    return isVisitor
      ? [
          [network, networkKey(from)],
          [wideNetwork, networkKey(wideNetworkOf(from))],
        ]
      : [];
  };
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    for (const [limiter, key] of limitsOf(request)) {
      const { allowed, limit, resetSeconds } = await limiter.take(key);
      if (!allowed) throw rateLimitExceeded(limit, resetSeconds);
    }
  };
}

/**
 * The holder of a link has no key, and a mail or a file of many megabytes is work: what it opens is made a few times a
 * second at most for one network.
 */
export async function countOpening(
  { linkLimiter }: { readonly linkLimiter?: RateLimiter | null },
  opened: LimitKey,
  address: string,
): Promise<void> {
  const taken = await linkLimiter?.take(keyWithin(opened, 'from', networkOf(address)));
  if (taken?.allowed === false) throw rateLimitExceeded(taken.limit, taken.resetSeconds);
}

/** The description of the API is hundreds of kilobytes, and needed rarely. */
export function countDescription(
  options: { readonly linkLimiter?: RateLimiter | null },
  address: string,
): Promise<void> {
  return countOpening(options, foundKey('description'), address);
}

/**
 * What is entered into a form: of what all visitors together may enter, those around one network have a part.
 */
export async function countSignUp(
  {
    linkLimiter,
    formLimiter,
  }: { readonly linkLimiter?: RateLimiter | null; readonly formLimiter?: RateLimiter | null },
  form: LimitKey,
  address: string,
): Promise<void> {
  const around = keyWithin(form, 'from around', wideNetworkOf(networkOf(address)));
  const taken = [await linkLimiter?.take(around), await formLimiter?.take(form)].find(
    (each) => each?.allowed === false,
  );
  if (taken !== undefined) throw rateLimitExceeded(taken.limit, taken.resetSeconds);
}

/**
 * Links of tracked mails have a limit of their own for each network: mail proxies load pictures for many people. What
 * other links lead to is looked up within it.
 */
export async function countHit(
  { hitLimiter }: { readonly hitLimiter?: RateLimiter | null },
  address: string,
): Promise<void> {
  const taken = await hitLimiter?.take(networkKey(networkOf(address)));
  if (taken?.allowed === false) throw rateLimitExceeded(taken.limit, taken.resetSeconds);
}

/** Images of emails have a limit of their own for each network: a mail may show dozens, to many people of an office. */
export async function countImage(
  { imageLimiter }: { readonly imageLimiter?: RateLimiter | null },
  address: string,
): Promise<void> {
  const taken = await imageLimiter?.take(networkKey(networkOf(address)));
  if (taken?.allowed === false) throw rateLimitExceeded(taken.limit, taken.resetSeconds);
}

const networkKey = (network: string): LimitKey => foundKey(network);

function rateLimitExceeded(limit: number, resetSeconds: number): ApiError {
  const message = `Too many requests. You can make ${limit} requests per second. Wait a moment and try again.`;
  return new ApiError(429, 'rate_limit_exceeded', message, { 'retry-after': String(resetSeconds) });
}
