import type { FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { hostTrouble } from '../../../domain/shared/link-trouble.js';
import { ApiError } from './errors/api-error.js';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

type PageRequest = Pick<FastifyRequest, 'method' | 'headers'>;

/** Throws where a request that changes something was not made by a page of this server. */
export function requireOwnPage(request: PageRequest, publicUrl: string): void {
  if (safeMethods.has(request.method)) return;
  requireKeptCookies(request, publicUrl);
  if (!isFromOwnPage(request, publicUrl)) throw foreign('other-origin');
}

/**
 * A browser drops the cookies of an https PUBLIC_URL on a page that it has loaded over http, this machine's aside: a
 * person who signs in there is signed out at once.
 */
function requireKeptCookies({ headers: { origin } }: PageRequest, publicUrl: string): void {
  if (!publicUrl.startsWith('https:') || origin === undefined || !URL.canParse(origin)) return;
  const page = new URL(origin);
  if (page.protocol !== 'http:' || hostTrouble(page.hostname) === 'loopback') return;
  const { origin: expected } = new URL(publicUrl);
  throw new ApiError(
    403,
    'security_error',
    `You opened the dashboard over http, and PUBLIC_URL is ${expected}: the browser would not keep your session. Open ${expected}/dashboard.`,
  );
}

/** Throws where a change does not bring the token of its session, which a page of another site cannot know. */
export function requireToken(request: FastifyRequest, expected: string): void {
  if (safeMethods.has(request.method)) return;
  const given = Buffer.from(String(request.headers['x-posthorn-csrf'] ?? ''));
  const wanted = Buffer.from(expected);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw foreign('token');
}

/** Fetch Metadata, and the origin where a browser does not send that. A client that sends neither is no page. */
function isFromOwnPage({ headers }: PageRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const given = new URL(origin);
  return given.origin === new URL(publicUrl).origin || given.host === host;
}

function foreign(reason: 'other-origin' | 'token'): ApiError {
  const refused = new ApiError(403, 'security_error', 'This request did not come from the page of this server.');
  return refused.noting('csrf-refused', reason);
}
