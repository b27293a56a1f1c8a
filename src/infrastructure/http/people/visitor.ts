import type { FastifyRequest } from 'fastify';
import type { Visitor } from '../../../application/people/sessions.js';
import { networkOf } from '../../security/auth-failures.js';
import { deviceTokenOf, sessionTokenOf } from '../edge/cookies.js';

const maxUserAgentCharacters = 300;

/** The browser behind a request that is not signed in. */
export function visitorOf(request: FastifyRequest, publicUrl: string): Visitor {
  return {
    client: {
      address: request.ip,
      userAgent: request.headers['user-agent']?.slice(0, maxUserAgentCharacters) ?? null,
    },
    correlationId: request.id,
    sessionToken: sessionTokenOf(request, publicUrl),
    deviceToken: deviceTokenOf(request, publicUrl),
  };
}

export const networkOfRequest = (request: FastifyRequest): string => networkOf(request.ip);

/** Where a page of the dashboard is, with what opens it. */
export const linkTo = (publicUrl: string, page: string) => (token: string) =>
  `${publicUrl}/dashboard/${page}?token=${encodeURIComponent(token)}`;
