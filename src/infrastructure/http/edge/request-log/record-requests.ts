import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AnsweredRequest, RequestDetail } from '../../../../domain/request-log/events.js';
import { millisecondsOf } from '../../../../domain/shared/uuid-time.js';
import { isOfPage } from '../access.js';
import type { RequestRecorder } from '../http-options.js';
import { UnreadableBody } from '../json-parser.js';
import { isUuid } from '../uuid.js';
import type { CountedReads } from './counted-reads.js';
import { maskAddresses } from '../../../addresses/mask-addresses.js';
import type { LoggedSchemas } from './logged-schema.js';
import { redactBody } from './redact-body.js';
import { membersOf } from '../../../../domain/shared/members.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What it was answered with, before it became text. */
    answer: unknown;
    /** Set where a shared link opened a mail: whose request log that belongs to. */
    openedShare: OpenedShare | null;
  }
  interface FastifyContextConfig {
    /** Absent when the route is no operation: only ids and numbers of its requests are kept. */
    loggedSchemas?: () => LoggedSchemas;
    /** What the editor saves by, again and again. */
    savesWriting?: true;
  }
}

interface OpenedShare {
  readonly teamId: string | null;
  readonly emailId: string;
  /** Null when the link was made before links had an id. */
  readonly shareId: string | null;
}

const maxUserAgentCharacters = 512;
/** A longer one is refused. */
const maxIdempotencyKeyCharacters = 256;

/** Keeps the answer at hand for {@link recordingHook}. */
export function answerHook<Payload>(
  request: FastifyRequest,
  _reply: FastifyReply,
  payload: Payload,
  done: (error: null, payload: Payload) => void,
): void {
  request.answer = payload;
  done(null, payload);
}

/**
 * Every request with a team's key, and every mail that a link opened, after its answer is out; reads that are only
 * counted, in the end a line for many.
 */
export function recordingHook(recorder: RequestRecorder, counted: CountedReads) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    record(recorder, counted, request, reply);
    done();
  };
}

/** The page's own reads are no use of the API, and looking at the log would fill it. */
const isOnlyCounted = (route: string): boolean => isOfPage(route) || route === '/logs' || route === '/logs/:id';

function record(recorder: RequestRecorder, counted: CountedReads, request: FastifyRequest, reply: FastifyReply): void {
  const { caller, openedShare, method } = request;
  const route = request.is404 ? unserved(request) : request.routeOptions.url;
  const teamId = caller?.principal.teamId || (openedShare?.teamId ?? null);
  if (teamId === null || route === undefined || method === 'HEAD') return;
  const isMail = !request.is404 && route.startsWith('/email');
  const emailIds = isMail && method === 'POST' && reply.statusCode === 200 ? acceptedIn(request.answer) : [];
  const answered: AnsweredRequest = {
    id: request.id,
    at: new Date(millisecondsOf(request.id)).toISOString(),
    apiKeyId: caller?.apiKeyId ?? null,
    method,
    endpoint: request.is404 ? route : endpointOf(route, request.params),
    status: reply.statusCode,
    durationMs: Math.round(reply.elapsedTime * 10) / 10,
    emailIds,
  };
  const userAgent = request.headers['user-agent']?.slice(0, maxUserAgentCharacters);
  const userAgentText = userAgent === undefined ? null : maskAddresses(userAgent);
  if (request.isOverLimit && !counted.isFirstOverLimit(teamId, answered, userAgentText)) return;
  const isAutosave = answered.apiKeyId === null && reply.statusCode < 400 && request.routeOptions.config.savesWriting;
  if (!request.is404 && (isOnlyCounted(route) || isAutosave === true)) {
    counted.note(teamId, answered, userAgentText);
    return;
  }
  const { requestBody, responseBody, bytes } =
    openedShare !== null
      ? ofOpened(openedShare)
      : emailIds.length > 0
        ? ofAccepted(request)
        : ofOther(request, reply, isMail);
  const idempotencyKey = isMail && method === 'POST' ? idempotencyKeyOf(request) : undefined;
  const detail = {
    userAgent: userAgentText,
    requestBody,
    responseBody,
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
  recorder.note(teamId, answered, detail, bytes);
}

function idempotencyKeyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? maskAddresses(key.slice(0, maxIdempotencyKeyCharacters)) : undefined;
}

type Bodies = Pick<RequestDetail, 'requestBody' | 'responseBody'> & { readonly bytes: number };

const noSchemas: LoggedSchemas = { body: [], answer: [], failure: [] };
const schemasOf = ({ routeOptions }: FastifyRequest): LoggedSchemas =>
  routeOptions.config.loggedSchemas?.() ?? noSchemas;

/** Which link of which mail, in the place of the page. */
function ofOpened({ emailId, shareId }: OpenedShare): Bodies {
  const responseBody = { object: 'email', id: emailId, share_id: shareId };
  return { requestBody: null, responseBody, bytes: Buffer.byteLength(JSON.stringify(responseBody)) };
}

/** The mails say what was sent; only what a permissive batch refused is nowhere else. */
function ofAccepted(request: FastifyRequest): Bodies {
  const { errors } = membersOf(request.answer);
  if (!Array.isArray(errors) || errors.length === 0) return { requestBody: null, responseBody: null, bytes: 0 };
  const { body, bytes } = redactBody({ errors }, schemasOf(request).answer, 'plain');
  return { requestBody: null, responseBody: body, bytes };
}

function ofOther(request: FastifyRequest, reply: FastifyReply, isMail: boolean): Bodies {
  const given = request.body instanceof UnreadableBody ? undefined : request.body;
  const schemas = schemasOf(request);
  const isDone = reply.statusCode < 400;
  const answer = isMail && isDone && !isChange(request) ? idsOf(request.answer) : request.answer;
  const isDryRun = request.routeOptions.url === dryRunRoute;
  const requested = redactBody(isDryRun ? undefined : given, schemas.body, isMail ? 'mail' : 'plain');
  const answered = redactBody(answer, isDone ? schemas.answer : schemas.failure, 'plain');
  return { requestBody: requested.body, responseBody: answered.body, bytes: requested.bytes + answered.bytes };
}

/** An email that is only judged is kept nowhere, not even its lengths. */
const dryRunRoute = '/emails/insights';

const isChange = ({ method, routeOptions }: FastifyRequest): boolean =>
  method !== 'GET' && routeOptions.url !== dryRunRoute;

/** POST /emails and its aliases answer one id, a batch a list; other routes name a mail that was there before. */
function acceptedIn(answer: unknown): readonly string[] {
  const { object, id, data } = membersOf(answer);
  if (object !== undefined) return [];
  if (typeof id === 'string') return [id];
  return Array.isArray(data) ? data.map((item) => String(membersOf(item)['id'])) : [];
}

/** Reduces a response of emails to which ones were read. */
function idsOf(answer: unknown): unknown {
  const { object, id, has_more: hasMore, data } = membersOf(answer);
  if (!Array.isArray(data)) return { object, id };
  return { object, has_more: hasMore, data: data.map((item) => ({ id: membersOf(item)['id'] })) };
}

const loggedMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** Long enough for the path of any operation. */
const mostParts = 8;
const mostCharacters = 32;

/**
 * In the place of the route of what is not served: its words, which name what was looked for, and ids. Any other text
 * in the path is the caller's and stays out.
 * @returns undefined for a method that leads nowhere.
 */
function unserved({ method, url }: FastifyRequest): string | undefined {
  if (!loggedMethods.includes(method)) return undefined;
  const [path = ''] = url.split('?', 1);
  const parts = path.split('/').filter((part) => part !== '');
  const shown = parts.slice(0, mostParts).map((part) => {
    if (/^[a-z]+(?:[_-][a-z]+){0,3}$/.test(part) && part.length <= mostCharacters) return part;
    return isUuid(part) ? part.toLowerCase() : ':other';
  });
  return `/${shown.join('/')}`;
}

/** The route with the ids that it was called with. Any other text in a path is the caller's and stays out. */
function endpointOf(route: string, params: unknown): string {
  if (!route.includes(':')) return route;
  const given = membersOf(params);
  return route.replaceAll(/:(\w+)/g, (placeholder, name: string) => {
    const value = given[name];
    return isUuid(value) ? value.toLowerCase() : placeholder;
  });
}
