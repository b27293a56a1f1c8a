import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Tracer } from '../../../application/ports/tracer.js';
import { spanIdOf } from '../../../domain/shared/trace.js';
import { millisecondsOf } from '../../../domain/shared/uuid-time.js';
import { isOfPage } from './access.js';
import { traceOf } from './request-trace.js';

/** A span for each request with a valid key or session, but for what the dashboard only reads. */
export function requestSpansHook(tracer: Tracer) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const { caller, id, method, routeOptions } = request;
    const trace = traceOf(request);
    const isLooking = isOfPage(routeOptions.url) && method === 'GET';
    if (caller !== null && !isLooking && tracer.isSampled(trace)) {
      const route = routeOptions.url ?? 'none';
      const startMs = millisecondsOf(id);
      tracer.record({
        traceId: trace.traceId,
        spanId: spanIdOf(id),
        parentId: trace.parentId,
        name: `${method} ${route}`,
        kind: 'server',
        startMs,
        endMs: startMs + reply.elapsedTime,
        attributes: {
          'http.request.method': method,
          'http.route': route,
          'http.response.status_code': reply.statusCode,
          'posthorn.request.id': id,
        },
        events: [],
        // What the client did wrong is no failure of a server span.
        error: reply.statusCode >= 500 ? String(reply.statusCode) : null,
      });
    }
    done();
  };
}
