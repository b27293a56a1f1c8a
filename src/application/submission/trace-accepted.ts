import { readTraceparent, spanIdOf, traceOfEmail } from '../../domain/shared/trace.js';
import { millisecondsOf } from '../../domain/shared/uuid-time.js';
import type { Tracer } from '../ports/tracer.js';
import type { RequestContext } from '../shared/context.js';

/** A span for the acceptance of each email, which everything that becomes of it follows from. */
export function traceAccepted(
  tracer: Tracer,
  { actor, correlationId, traceparent }: RequestContext,
  emailIds: readonly string[],
  nowMs: number,
): void {
  const parentId = readTraceparent(traceparent)?.parentId ?? null;
  // A request's id is as old as the request. Emails of a broadcast follow from one that may be hours old.
  const startMs = actor.kind === 'system' ? nowMs : Math.min(nowMs, millisecondsOf(correlationId));
  for (const emailId of emailIds) {
    const trace = traceOfEmail(emailId, traceparent);
    if (!tracer.isSampled(trace)) continue;
    tracer.record({
      traceId: trace.traceId,
      spanId: spanIdOf(emailId),
      parentId,
      name: 'accept email',
      kind: 'producer',
      startMs,
      endMs: nowMs,
      attributes: {
        'messaging.system': 'posthorn',
        'messaging.operation.name': 'accept',
        'messaging.operation.type': 'create',
        'messaging.message.id': emailId,
        'posthorn.request.id': correlationId,
        'posthorn.actor': actor.kind,
      },
      events: [],
      error: null,
    });
  }
}
