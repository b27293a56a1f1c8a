import type { DeliveryOutcome } from '../../application/delivery/delivery-result.js';
import type { DeliveryResult } from '../../application/delivery/delivery-result.js';
import type { TroubleChange } from '../../application/delivery/trouble/trouble.js';
import type { AppendResult } from '../../application/ports/event-store.js';
import type { JudgedSession } from '../../application/tls-report/tls-counts.js';
import type { Span } from '../../application/ports/tracer.js';

/** `wake`: what is pending has changed. `stop`: the orderly end, answered with `stopped`. */
export type DeliveryOrder = 'wake' | 'stop';

/** A line for the log: ids and reasons, never content. */
export interface LogLine {
  readonly kind: 'log';
  readonly level: 'warn' | 'error';
  readonly fields: Readonly<Record<string, string | number>>;
  readonly message: string;
}

/** What has happened since the last one. */
export interface Counted {
  readonly kind: 'counted';
  readonly attempts: ReadonlyMap<DeliveryOutcome, number>;
  readonly results: readonly DeliveryResult[];
  readonly appends: ReadonlyMap<AppendResult['result'], number>;
  readonly spans: readonly Span[];
  readonly tlsSessions: readonly JudgedSession[];
}

/** What keeps email from leaving has begun, or is over. */
interface TroubleNoted {
  readonly kind: 'trouble';
  readonly change: TroubleChange;
}

/** What the thread says: `started` and `stopped` once each. */
export type DeliveryNotice =
  | { readonly kind: 'started' }
  | { readonly kind: 'stopped' }
  | LogLine
  | Counted
  | TroubleNoted;
