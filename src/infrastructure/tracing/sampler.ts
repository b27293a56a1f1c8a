import type { Span, Tracer } from '../../application/ports/tracer.js';
import type { Trace } from '../../domain/shared/trace.js';

export interface Sampling {
  /** What a caller has decided counts. */
  readonly asCaller: boolean;
  /** From 0 to 1, of the traces that nothing is decided about. */
  readonly ratio: number;
}

/** The random part of a trace id (W3C Trace Context 2 §2.2.3); 13 hex digits are exact in a number. */
const digits = 13;

/** Decided by the id alone, so that all processes record the same traces. */
export function createTracer({ asCaller, ratio }: Sampling, record: (span: Span) => void): Tracer {
  return {
    isSampled({ traceId, isSampled }: Trace) {
      if (asCaller && isSampled !== null) return isSampled;
      return Number.parseInt(traceId.slice(-digits), 16) >= (1 - ratio) * 16 ** digits;
    },
    record,
  };
}
