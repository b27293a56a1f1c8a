import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessRefused, may } from '../../../application/access/may.js';
import type { Authenticator } from '../../../application/api-key/api-keys.js';
import type { PersonContext } from '../../../application/people/people-services.js';
import type { People } from '../../../application/people/people.js';
import type { CallerRights } from '../../../application/ports/caller-scope.js';
import type { Tracer } from '../../../application/ports/tracer.js';
import type { RequestContext, Sender } from '../../../application/shared/context.js';
import type { TeamOwners } from '../../../application/shared/team-owners.js';
import { sessionTokenOf } from './cookies.js';
import { requireOwnPage, requireToken } from './csrf.js';
import { ApiError } from './errors/api-error.js';
import { traceparentOf } from './request-trace.js';

/**
 * Who may call a route: everyone, even while the process starts; everyone; any API key or person; (the default) a key
 * that is not for sending only or a person; a person and no key. What each may do there is decided in the application.
 */
export type Access = 'open' | 'visitor' | 'sending' | 'full' | 'person';

/** Whether a route needs neither an API key nor a session. */
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
  /** For whom mail is sent. */
  readonly principal: Sender;
  readonly context: RequestContext;
  readonly rights: CallerRights;
  /** Null when a person. */
  readonly apiKeyId: string | null;
  /** Null when an API key. */
  readonly person: PersonContext | null;
  /** Whose limits the request counts against: who made the team, or the team itself. */
  readonly owner: string;
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

/** The person who asks, on a route that is for people only. */
export function personOf(request: FastifyRequest): PersonContext {
  const { person } = callerOf(request);
  if (person === null) throw new Error('a route for people was called with a key');
  return person;
}

export interface Authentication {
  readonly authenticator: Authenticator;
  /** Without it no session is accepted. */
  readonly people?: Pick<People, 'resolve' | 'csrfToken' | 'missingProof'>;
  /** Without it every team counts alone. */
  readonly teamOwners?: Pick<TeamOwners, 'of'>;
  readonly publicUrl: string;
  /** Null where no traces are made. */
  readonly tracer?: Tracer | null;
}

/** Runs before the body is read, so that no client without a key makes the server parse one. */
export function authenticationHook(options: Authentication, slowed: (address: string) => Promise<void>) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (request.is404) {
      request.caller = await callerElsewhere(request, options, slowed);
      return;
    }
    const access = accessOf(request);
    if (access === 'open') return;
    if (access === 'visitor') {
      requireOwnPage(request, options.publicUrl);
      return;
    }
    const token = sessionTokenOf(request, options.publicUrl);
    const { authorization } = request.headers;
    if (access === 'person' || (authorization === undefined && token !== null)) {
      request.caller = await personCalling(request, options, token);
      const { rights } = request.caller;
      // A route without a use case belongs to a team, too.
      if (access !== 'person' && !may(rights, 'read-only')) throw new AccessRefused('read-only', rights);
      return;
    }
    const principal = await options.authenticator.authenticate(bearerToken(authorization));
    if (principal === undefined) {
      await slowed(request.ip);
      throw unauthorized('validation_error', 'API key is invalid');
    }
    request.caller = await keyCalling(request, options, principal);
    if (access === 'full' && principal.permission === 'sending_access') {
      throw unauthorized('restricted_api_key', 'This API key is restricted to only send emails');
    }
  };
}

type Principal = NonNullable<Awaited<ReturnType<Authenticator['authenticate']>>>;

async function keyCalling(request: FastifyRequest, options: Authentication, principal: Principal): Promise<Caller> {
  const { apiKeyId, teamId, permission } = principal;
  const context: RequestContext = {
    teamId,
    actor: { kind: 'api-key', id: apiKeyId },
    correlationId: request.id,
    ...traced(request, options),
  };
  const owner = await ownerOf(options, teamId);
  return { principal, context, rights: { kind: 'key', permission }, apiKeyId, person: null, owner };
}

/**
 * Whose key asked for what is not served: the request stands in the log of its team. Any other key is
 * answered the same 404, as late as anywhere.
 */
async function callerElsewhere(
  request: FastifyRequest,
  options: Authentication,
  slowed: (address: string) => Promise<void>,
): Promise<Caller | null> {
  const token = tokenIn(request.headers.authorization);
  if (token === undefined) return null;
  const principal = await options.authenticator.authenticate(token);
  if (principal !== undefined) return keyCalling(request, options, principal);
  await slowed(request.ip);
  return null;
}

async function personCalling(request: FastifyRequest, options: Authentication, token: string | null): Promise<Caller> {
  const { people, publicUrl } = options;
  // A page that was open when the session ended asks so too: no sign of an attack.
  if (token === null) throw notSignedIn('missing_api_key');
  const signedIn = await people?.resolve(token);
  if (people === undefined || signedIn === undefined) {
    throw notSignedIn('validation_error').noting('session-refused', 'unknown-or-ended');
  }
  requireOwnPage(request, publicUrl);
  requireToken(request, people.csrfToken(signedIn.sessionId));
  const { userId, sessionId, role, secondFactor } = signedIn;
  // A person without a team may use nothing of a team: the application refuses before this id is used.
  const teamId = signedIn.teamId ?? '';
  return {
    principal: { teamId, domainId: null },
    context: {
      teamId,
      actor: { kind: 'user', id: userId },
      correlationId: request.id,
      sessionId,
      ...traced(request, options),
    },
    rights: { kind: 'person', role, secondFactor, missingProof: () => people.missingProof(signedIn) },
    apiKeyId: null,
    person: { ...signedIn, correlationId: request.id },
    owner: teamId === '' ? userId : await ownerOf(options, teamId),
  };
}

function traced(request: FastifyRequest, { tracer }: Authentication): Pick<RequestContext, 'traceparent'> {
  return tracer == null ? {} : { traceparent: traceparentOf(request, tracer) };
}

async function ownerOf({ teamOwners }: Authentication, teamId: string): Promise<string> {
  return teamOwners === undefined ? teamId : teamOwners.of(teamId);
}

/** RFC 6750 §2.1; the scheme's name in any case (RFC 9110 §11.1). */
function tokenIn(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
}

function bearerToken(authorization: string | undefined): string {
  const token = tokenIn(authorization);
  if (token === undefined) {
    throw unauthorized('missing_api_key', 'Missing API key in the `Authorization: Bearer` header');
  }
  return token;
}

function unauthorized(name: 'missing_api_key' | 'validation_error' | 'restricted_api_key', message: string): ApiError {
  return new ApiError(401, name, message, { 'www-authenticate': 'Bearer' }).noting('key-refused', name);
}

function notSignedIn(name: 'missing_api_key' | 'validation_error'): ApiError {
  return new ApiError(401, name, 'You are not signed in.', { 'www-authenticate': 'Bearer' });
}
