import type { FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import { ApiError } from './errors/api-error.js';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Throws where a request that changes something was not made by a page of this server. */
export function requireOwnPage(request: FastifyRequest, publicUrl: string): void {
  if (!safeMethods.has(request.method) && !isFromOwnPage(request, publicUrl)) throw foreign('other-origin');
}

/** Throws where a change does not bring the token of its session, which a page of another site cannot know. */
export function requireToken(request: FastifyRequest, expected: string): void {
  if (safeMethods.has(request.method)) return;
  const given = Buffer.from(String(request.headers['x-posthorn-csrf'] ?? ''));
  const wanted = Buffer.from(expected);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) throw foreign('token');
}

/** Fetch Metadata, and the origin where a browser does not send that. A client that sends neither is no page. */
function isFromOwnPage({ headers }: FastifyRequest, publicUrl: string): boolean {
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
