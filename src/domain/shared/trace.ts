/** Where an operation stands among others, as W3C Trace Context has it. */
export interface Trace {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits: the span that this follows from; null: the trace begins here. */
  readonly parentId: string | null;
  /** What the caller decided about recording it; null: it is open. */
  readonly isSampled: boolean | null;
}

const version00 = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
/** Later versions may say more behind it (W3C Trace Context §3.2.4). */
const laterVersion = /^(?!00|ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/;

/** @returns undefined when the text is no `traceparent`. */
export function readTraceparent(text: string | undefined): Trace | undefined {
  const [, traceId = '', parentId = '', flags = ''] = version00.exec(text ?? '') ?? laterVersion.exec(text ?? '') ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(parentId)) return undefined;
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function writeTraceparent(traceId: string, spanId: string, isSampled: boolean): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** 32 hex digits out of a UUID: the same in every process and after every restart. */
export function traceIdOf(uuid: string): string {
  return uuid.replaceAll('-', '');
}

/** Its last 64 bits, which the variant keeps from being zero (RFC 9562 §4.1). */
export function spanIdOf(uuid: string): string {
  return traceIdOf(uuid).slice(-16);
}

/** What its request belongs to, where that is known; else a trace of its own. */
export function traceOfEmail(emailId: string, traceparent: string | undefined): Trace {
  return readTraceparent(traceparent) ?? { traceId: traceIdOf(emailId), parentId: null, isSampled: null };
}
