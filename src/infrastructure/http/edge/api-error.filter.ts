import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessRefused } from '../../../application/access/may.js';
import { ReauthenticationRequired } from '../../../application/access/proofs.js';
import { EventLogUnavailable } from '../../../application/ports/event-store.js';
import { ReadStoreUnavailable } from '../../../application/ports/read-store.js';
import { TooManyReads } from '../../../application/shared/read-places.js';
import { DiskFull, type DiskKind } from '../../../application/shared/disk-use.js';
import { BudgetExceeded } from '../../../domain/shared/cost-budget.js';
import { VaultUnavailable } from '../../../application/ports/vault.js';
import { HTTP_OPTIONS, type HttpOptions, retryWhenReadySeconds } from './http-options.js';
import { RouteTable } from './route-table.js';
import { ApiError, notFound, unavailable } from './errors/api-error.js';

/**
 * Everything thrown on the way to an answer ends here: as an error of the public catalogue, logged once when it is
 * ours.
 */
@Catch()
export class ApiErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(HTTP_OPTIONS) private readonly options: HttpOptions,
    @Inject(RouteTable) private readonly routes: RouteTable,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const error = this.errorFor(thrown, request);
    if (error.statusCode === 500) this.options.logger.error({ requestId: request.id, err: thrown }, 'request failed');
    request.answer = error.body;
    request.securityNote = error.security;
    if (reply.sent) return;
    void reply
      .code(error.statusCode)
      .headers({ 'x-request-id': request.id, ...error.headers })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(error.body));
  }

  private errorFor(thrown: unknown, request: FastifyRequest): ApiError {
    if (thrown instanceof ApiError) return thrown;
    if (thrown instanceof AccessRefused) return accessRefused(thrown);
    if (thrown instanceof ReauthenticationRequired) return reauthenticationRequired(thrown);
    if (thrown instanceof TooManyReads) {
      return new ApiError(
        429,
        'rate_limit_exceeded',
        'Too many searches and reports are running for you or your team. Wait for one to finish, then try again.',
        { 'retry-after': String(thrown.retryAfterSeconds) },
      );
    }
    if (thrown instanceof BudgetExceeded) return costsTooMuch(thrown);
    if (thrown instanceof DiskFull) return diskFull(thrown);
    if (thrown instanceof ReadStoreUnavailable) {
      return unavailable('Lists cannot be read right now. Try again later.', retryWhenReadySeconds);
    }
    if (thrown instanceof EventLogUnavailable || thrown instanceof VaultUnavailable) {
      return unavailable('The service cannot take the request right now. Try again later.', retryWhenReadySeconds);
    }
    if (thrown instanceof HttpException && thrown.getStatus() < 500) return this.frameworkError(thrown, request);
    return new ApiError(
      500,
      'application_error',
      'Something went wrong on our side. Try again; the request id helps to find it.',
    );
  }

  /** What Nest and Fastify throw on their own: no such route, or a request that never became one. */
  private frameworkError(thrown: HttpException, request: FastifyRequest): ApiError {
    if (thrown.getStatus() !== 404) return new ApiError(400, 'validation_error', 'The request is malformed.');
    const [path = ''] = request.url.split('?', 1);
    // As the router reads it: slashes that are doubled or last mean nothing.
    const allowed = this.routes.methodsOf(path.replace(/\/+(?=\/|$)/g, ''), request.method);
    if (allowed.length === 0) return notFound('The requested endpoint does not exist.');
    const allow = allowed.join(', ');
    return new ApiError(405, 'method_not_allowed', `This endpoint answers ${allow} only.`, { allow });
  }
}

const costs = { steps: 'steps', bytes: 'bytes', threadMs: 'milliseconds' } as const;

const kept: Readonly<Record<DiskKind, string>> = {
  images:
    'The images of a team take at most {} bytes together (IMAGE_MEGABYTES_PER_TEAM). Delete some that no email needs.',
  imports:
    'The files of the imports of a team take at most {} bytes together (IMPORT_MEGABYTES_PER_TEAM). Delete imports that are over, or wait: files are kept for 30 days.',
  contents:
    'The templates and broadcasts of a team take at most {} bytes together (CONTENT_MEGABYTES_PER_TEAM). Delete some first.',
};

function diskFull({ kind, mostBytes }: DiskFull): ApiError {
  return new ApiError(422, 'validation_error', kept[kind].replace('{}', String(mostBytes)));
}

function costsTooMuch({ cost, limit }: BudgetExceeded): ApiError {
  return new ApiError(
    422,
    'validation_error',
    `This takes too much work: more than ${limit} ${costs[cost]}. Make it smaller or simpler.`,
  );
}

const proofs = {
  password: 'with your password',
  factor: 'with a code of your authenticator app, a recovery code or a passkey',
  'sign-in': 'by signing in again',
} as const;

function reauthenticationRequired({ missing }: ReauthenticationRequired): ApiError {
  const message = `Confirm that it is you: ${proofs[missing]}. Then repeat the request.`;
  return new ApiError(403, 'reauthentication_required', message);
}

/** The reason, in words for a caller who has too few rights. */
function accessRefused({ rights, need }: AccessRefused): ApiError {
  if (rights.kind === 'key') {
    const message =
      rights.permission === 'read_only'
        ? 'This API key is restricted to reading'
        : 'This needs a person who is signed in';
    const refused = new ApiError(401, 'restricted_api_key', message, { 'www-authenticate': 'Bearer' });
    return refused.noting('key-refused', 'restricted_api_key');
  }
  if (rights.kind === 'person' && rights.role === null) {
    return new ApiError(403, 'invalid_access', 'You are in no team. Ask an admin for an invitation.');
  }
  if (rights.kind === 'person' && rights.secondFactor === 'enrol') {
    return new ApiError(403, 'invalid_access', 'This team requires a second factor. Set one up first.');
  }
  const role = need.replace('person ', '');
  return new ApiError(
    403,
    'invalid_access',
    `Your role does not permit this: it takes ${role === 'sender' ? 'member' : role}.`,
  ).noting('access-refused', 'role');
}
