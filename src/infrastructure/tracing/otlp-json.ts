import type { Span, SpanAttributes } from '../../application/ports/tracer.js';

/** What is true of all spans of a process. */
export interface TracedResource {
  readonly attributes: SpanAttributes;
  /** The version of this program. */
  readonly version: string;
}

/** OTLP 1.x, `SpanKind`: enums are numbers in its JSON. */
const kinds = { server: 2, client: 3, producer: 4 } as const;
/** `STATUS_CODE_ERROR`. */
const failed = 2;

/** An `ExportTraceServiceRequest` as OTLP/HTTP maps it to JSON: ids in hex, 64-bit numbers as text. */
export function encodeSpans(spans: readonly Span[], { attributes, version }: TracedResource): string {
  const scopeSpans = [{ scope: { name: 'posthorn', version }, spans: spans.map(encodeSpan) }];
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: encodeAttributes(attributes) }, scopeSpans }] });
}

function encodeSpan({ traceId, spanId, parentId, name, kind, startMs, endMs, attributes, events, error }: Span) {
  return {
    traceId,
    spanId,
    ...(parentId === null ? {} : { parentSpanId: parentId }),
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(startMs),
    endTimeUnixNano: nanoseconds(Math.max(startMs, endMs)),
    attributes: encodeAttributes(error === null ? attributes : { ...attributes, 'error.type': error }),
    events: events.map((event) => ({ timeUnixNano: nanoseconds(event.atMs), name: event.name })),
    ...(error === null ? {} : { status: { code: failed } }),
  };
}

/** More digits than a number of JavaScript holds. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms * 1_000)}000`;
}

function encodeAttributes(attributes: SpanAttributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: encodeValue(value) }));
}

function encodeValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
