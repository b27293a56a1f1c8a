import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpOptions } from '../http-options.js';

/**
 * One line and one measurement for each answer: ids, the route's pattern and the time. Never the URL itself, whose query
 * string could hold anything.
 */
export function accessLogHook({ logger, metrics }: HttpOptions) {
  const timers = new Map<string, { observe(seconds: number): void }>();
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const route = request.routeOptions.url ?? 'none';
    const key = `${request.method} ${route} ${reply.statusCode}`;
    let timer = timers.get(key);
    if (timer === undefined) {
      timer = metrics.httpRequestDuration.labels(request.method, route, String(reply.statusCode));
      timers.set(key, timer);
    }
    timer.observe(reply.elapsedTime / 1000);
    logger.info(
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        apiKeyId: request.caller?.apiKeyId ?? undefined,
        userId: request.caller?.person?.userId,
      },
      'request',
    );
    done();
  };
}
