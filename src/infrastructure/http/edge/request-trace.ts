import type { FastifyRequest } from 'fastify';
import type { Tracer } from '../../../application/ports/tracer.js';
import { readTraceparent, spanIdOf, type Trace, traceIdOf, writeTraceparent } from '../../../domain/shared/trace.js';

/** What the caller says, or a trace of the request's own. */
export function traceOf({ id, headers: { traceparent } }: Pick<FastifyRequest, 'id' | 'headers'>): Trace {
  const given = typeof traceparent === 'string' ? readTraceparent(traceparent.trim()) : undefined;
  return given ?? { traceId: traceIdOf(id), parentId: null, isSampled: null };
}

/** What the events of a request are stamped with. */
export function traceparentOf(request: Pick<FastifyRequest, 'id' | 'headers'>, tracer: Tracer): string {
  const trace = traceOf(request);
  return writeTraceparent(trace.traceId, spanIdOf(request.id), tracer.isSampled(trace));
}
