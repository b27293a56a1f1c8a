import { idOf, categoryOf } from '../../domain/shared/stream-name.js';
import {
  readTraceparent,
  spanIdOf,
  type Trace,
  traceIdOf,
  traceOfEmail,
  writeTraceparent,
} from '../../domain/shared/trace.js';
import type { WebhookAttempt } from '../../domain/webhook/log-events.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { Tracer } from '../ports/tracer.js';

interface TracedAttempt {
  /** For the endpoint's own spans. */
  readonly header: { readonly traceparent: string };
  record(attempt: WebhookAttempt): void;
}

/** The span of one request to an endpoint, in the trace of the event that it reports. Made before it is sent. */
export function traceOfAttempt(tracer: Tracer, event: StoredEvent, attemptId: string): TracedAttempt {
  const trace = traceOfEvent(event) ?? { traceId: traceIdOf(attemptId), parentId: null, isSampled: null };
  const isSampled = tracer.isSampled(trace);
  const spanId = spanIdOf(attemptId);
  return {
    header: { traceparent: writeTraceparent(trace.traceId, spanId, isSampled) },
    record({ at, durationMs, messageId, webhookId, type, emailId, number, status, outcome, failure }) {
      if (!isSampled) return;
      const startMs = Date.parse(at);
      tracer.record({
        traceId: trace.traceId,
        spanId,
        parentId: trace.parentId,
        name: `send webhook ${type}`,
        kind: 'client',
        startMs,
        endMs: startMs + durationMs,
        attributes: {
          'http.request.method': 'POST',
          ...(status === null ? {} : { 'http.response.status_code': status }),
          ...(number > 1 ? { 'http.request.resend_count': number - 1 } : {}),
          ...(emailId === null ? {} : { 'messaging.message.id': emailId }),
          'posthorn.webhook.id': webhookId,
          'posthorn.webhook.message.id': messageId,
          'posthorn.webhook.outcome': outcome,
        },
        events: [],
        error: failure === 'status' || failure === 'redirect' ? String(status) : failure,
      });
    },
  };
}

/** @returns undefined for what follows from no request. */
function traceOfEvent({ stream, metadata }: StoredEvent): Trace | undefined {
  // What the codec has written.
  const { traceparent } = JSON.parse(metadata) as { readonly traceparent?: string };
  if (categoryOf(stream) !== 'email') return readTraceparent(traceparent);
  const emailId = idOf(stream);
  return { ...traceOfEmail(emailId, traceparent), parentId: spanIdOf(emailId) };
}
