import { CommandBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallerScope } from '../../application/ports/caller-scope.js';
import { accessOf, authenticationHook, isOfPage } from './edge/access.js';
import { defaultBodyPace } from './edge/incoming-body.js';
import { useJsonBodies } from './edge/json-parser.js';
import { LargeJsonThread } from './edge/large-json-thread.js';
import { unavailable } from './edge/errors/api-error.js';
import { useHeldBytes } from './edge/held-bytes.js';
import { HTTP_OPTIONS, type HttpOptions, retryWhenReadySeconds } from './edge/http-options.js';
import { rateLimitHook, visitorLimitHook } from './edge/rate-limit.js';
import { accessLogHook } from './edge/request-log/access-log.js';
import { CountedReads } from './edge/request-log/counted-reads.js';
import { answerHook, recordingHook } from './edge/request-log/record-requests.js';
import { RouteTable } from './edge/route-table.js';
import { securityHook, slowedFailures } from './edge/security.js';
import { answerWithoutBodies, defaultKeylessLimits } from './edge/unread-bodies.js';
import { serveDashboard, serveReference } from './edge/static-page.js';
import { refuseLongParameters } from './edge/adapter.js';
import { answerHits } from './edge/answer-hits.js';
import { requestSpansHook } from './edge/request-spans.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Quotas } from '../../application/usage/quotas.js';

/** Prepares an application made with `createHttpAdapter()`; to be called once, before it is initialised or listens. */
export async function configureHttp(app: NestFastifyApplication): Promise<void> {
  const options = app.get<HttpOptions>(HTTP_OPTIONS);
  const routes = app.get(RouteTable);
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.add(each, url);
  });
  fastify.decorateRequest('caller', null);
  fastify.decorateRequest('answer', null);
  fastify.decorateRequest('securityNote', undefined);
  fastify.decorateRequest('openedShare', null);
  fastify.decorateRequest('isOverLimit', false);
  fastify.addHook('onRequest', async (request, reply) => {
    void reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    // What is read with a key stays in no cache on the way.
    if (accessOf(request) !== 'open') void reply.header('cache-control', 'no-store');
  });
  fastify.addHook('onRequest', refuseLongParameters);
  fastify.addHook('onRequest', answerHits(app.get(CommandBus, { strict: false }), options));
  if (options.dashboardDir !== undefined) namePageBuild(fastify, options.dashboardDir);
  useHeldBytes(fastify, options.budget);
  fastify.addHook('onRequest', readinessHook(options));
  fastify.addHook('onRequest', authenticationHook(options, slowedFailures(options.authFailures)));
  answerWithoutBodies(fastify, options.keyless ?? defaultKeylessLimits);
  if (options.rateLimiters !== null) fastify.addHook('onRequest', rateLimitHook(options.rateLimiters));
  if (options.visitorLimiters != null) fastify.addHook('onRequest', visitorLimitHook(options.visitorLimiters));
  if (options.quotas !== null) fastify.addHook('onSend', quotaHeadersHook(options.quotas));
  fastify.addHook('preSerialization', answerHook);
  fastify.addHook('onResponse', accessLogHook(options));
  if (options.tracer != null) fastify.addHook('onResponse', requestSpansHook(options.tracer));
  if (options.noteSecurityEvent !== undefined) fastify.addHook('onResponse', securityHook(options.noteSecurityEvent));
  const counted = new CountedReads(options.requestLog);
  fastify.addHook('onResponse', recordingHook(options.requestLog, counted));
  fastify.addHook('onClose', async () => counted.write());
  const thread = new LargeJsonThread(options);
  fastify.addHook('onClose', () => thread.close());
  useJsonBodies(fastify, { maxBodyBytes: options.maxBodyBytes, pace: options.bodyPace ?? defaultBodyPace, thread });
  // The last before the handler: what was read of the connection before has other contexts.
  if (options.callerScope !== undefined) fastify.addHook('preHandler', callerScopeHook(options.callerScope));
  if (options.referenceDir !== undefined) await serveReference(fastify, options.referenceDir);
  if (options.dashboardDir !== undefined) await serveDashboard(fastify, options.dashboardDir);
}

/** From here on the application knows on whose behalf it is asked. */
function callerScopeHook(scope: CallerScope) {
  return ({ caller }: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    scope.run(caller?.rights ?? { kind: 'nobody' }, done);
  };
}

const storing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
const nothingStored =
  'This server can store nothing now: its disk is full or away. Nothing was stored; repeat the request once its operator has corrected that.';
const retryWhenRoomSeconds = 60;

/** Before the server is ready, and while it stops, no answer is about keys, routes or resources: every one is 503. */
function readinessHook(options: HttpOptions) {
  return async (request: FastifyRequest, _reply: FastifyReply): Promise<void> => {
    if (accessOf(request) === 'open') return;
    const { ready, cannotStore, detail } = options.readiness();
    if (!ready) throw unavailable(detail, retryWhenReadySeconds);
    // What is deleted frees space, and people sign in to see what is wrong.
    if (cannotStore && storing.has(request.method) && accessOf(request) !== 'visitor') {
      throw unavailable(nothingStored, retryWhenRoomSeconds);
    }
    if (!options.servesApi) throw unavailable('This process does not serve the API.', retryWhenReadySeconds);
  };
}

/**
 * Which build of the app this server serves: the name of its first script, which changes with everything that it loads.
 */
const pageBuildHeader = 'x-posthorn-page';

/** Tells the page with each answer, so that one of an older build finds out. */
function namePageBuild(fastify: FastifyInstance, dashboardDir: string): void {
  const build = buildIn(dashboardDir);
  if (build === undefined) return;
  fastify.addHook('onRequest', (request, reply, done) => {
    if (isOfPage(request.routeOptions.url)) void reply.header(pageBuildHeader, build);
    done();
  });
}

function buildIn(dashboardDir: string): string | undefined {
  try {
    return /<script[^>]+src="(\/dashboard\/assets\/[^"]+)"/.exec(
      readFileSync(join(dashboardDir, 'index.html'), 'utf8'),
    )?.[1];
  } catch {
    // The app was not built.
    return undefined;
  }
}

/** Each quota that is on, on every answer of a route that sends, refusals included: how much of it is used. */
function quotaHeadersHook(quotas: Pick<Quotas, 'limits' | 'used'>) {
  const { limits } = quotas;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (request.caller === null || accessOf(request) !== 'sending') return;
    const { daily, monthly } = await quotas.used(request.caller.context.teamId);
    if (limits.daily !== null) void reply.header('x-resend-daily-quota', daily);
    if (limits.monthly !== null) void reply.header('x-resend-monthly-quota', monthly);
  };
}
