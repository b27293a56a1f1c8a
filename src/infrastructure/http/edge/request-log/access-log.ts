import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpOptions } from '../http-options.js';

const probes: ReadonlySet<string> = new Set(['/health', '/health/live', '/health/ready', '/metrics']);

/**
 * One line and one measurement for each answer: ids, the route's pattern and the time. Never the URL itself, whose
 * query string could hold anything.
 */
export function accessLogHook({ logger, metrics }: HttpOptions) {
  const timers = new Map<string, { observe(seconds: number): void }>();
  const timerOf = (method: string, route: string, { statusCode }: FastifyReply) => {
    const key = `${method} ${route} ${statusCode}`;
    const timer = timers.get(key) ?? metrics.httpRequestDuration.labels(method, route, String(statusCode));
    timers.set(key, timer);
    return timer;
  };
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const route = request.routeOptions.url ?? 'none';
    // How long a page was open is no duration of an answer.
    if (reply.raw.getHeader('content-type') !== 'text/event-stream')
      timerOf(request.method, route, reply).observe(reply.elapsedTime / 1000);
    // What asks every few seconds whether the server is well says nothing where it is.
    const level = probes.has(route) && reply.statusCode < 400 ? 'debug' : 'info';
    logger[level](
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
