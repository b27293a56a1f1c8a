import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../../../application/api-key/api-keys.js';
import type { Principal, RequestContext } from '../../../application/shared/context.js';
import { ApiError } from './errors/api-error.js';

/**
 * Who may call a route: everyone, even while the process starts; everyone; any API key or person; (the default) a key that is
 * not for sending only or a person; a person and no key. What each may do there is decided in the application.
 */
export type Access = 'open' | 'visitor' | 'sending' | 'full' | 'person';

/** Whether nobody need say who they are. */
export function isForAnyone(access: Access): boolean {
  return access === 'open' || access === 'visitor';
}

const pagePrefix = '/dashboard-api';

/** Where the page asks for what the public contract has at this path. */
export function pagePathOf(path: string): string {
  return pagePrefix + path;
}

/** Whether only the page asks for it: counted apart from the team's programs, and no part of its request log. */
export function isOfPage(route: string | undefined): boolean {
  return route?.startsWith(`${pagePrefix}/`) === true;
}

/** Who is asking, and under which request. */
export interface Caller {
  readonly principal: Principal;
  readonly context: RequestContext;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    access?: Access;
  }
}

export function accessOf(request: FastifyRequest): Access {
  return request.routeOptions.config.access ?? 'full';
}

/** The caller of a route that is not open: the hook below ran before it. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('an open route has no caller');
  return request.caller;
}

/** Runs before the body is read, so that no client without a key makes the server parse one. */
export function authenticationHook(authenticator: Authenticator, slowed: (address: string) => Promise<void>) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    const access = accessOf(request);
    if (isForAnyone(access) || request.is404) return;
    const principal = await authenticator.authenticate(bearerToken(request.headers.authorization));
    if (principal === undefined) {
      await slowed(request.ip);
      throw unauthorized('validation_error', 'API key is invalid');
    }
    const context: RequestContext = {
      teamId: principal.teamId,
      actor: { kind: 'api-key', id: principal.apiKeyId },
      correlationId: request.id,
    };
    request.caller = { principal, context };
    if (access === 'full' && principal.permission !== 'full_access') {
      throw unauthorized('restricted_api_key', 'This API key is restricted to only send emails');
    }
  };
}

/** RFC 6750 §2.1; the scheme's name in any case (RFC 9110 §11.1). */
function bearerToken(authorization: string | undefined): string {
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) {
    throw unauthorized('missing_api_key', 'Missing API key in the `Authorization: Bearer` header');
  }
  return token;
}

function unauthorized(name: 'missing_api_key' | 'validation_error' | 'restricted_api_key', message: string): ApiError {
  return new ApiError(401, name, message, { 'www-authenticate': 'Bearer' });
}
