import type { Trace } from '../../domain/shared/trace.js';

/** Never an address, a subject or a text of a receiver. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** One operation of a trace, once it is over. Times are milliseconds since the epoch. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | null;
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer';
  readonly startMs: number;
  readonly endMs: number;
  readonly attributes: SpanAttributes;
  readonly events: readonly { readonly name: string; readonly atMs: number }[];
  /** In one word what failed; null: it did not. */
  readonly error: string | null;
}

/** Takes spans for a collector elsewhere. Neither waits nor throws: what cannot be sent in time is dropped. */
export interface Tracer {
  isSampled(trace: Trace): boolean;
  record(span: Span): void;
}
