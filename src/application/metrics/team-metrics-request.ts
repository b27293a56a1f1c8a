import type { ReplyKind } from '../../domain/email/judging/judgement.js';
import type { BounceKind } from '../../projections/metrics/metrics.document.js';
import type { Granularity } from './periods.js';

export const breakdowns = ['domain', 'api_key', 'tag', 'topic', 'template', 'template_version'] as const;

export interface TeamMetricsRequest {
  /** Milliseconds since the epoch; `untilMs` is not part of the range. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly timeZone: string;
  readonly granularity: Granularity;
  /** What there is a row for each of. */
  readonly by: (typeof breakdowns)[number];
  /** Only of this one; undefined: of any. */
  readonly domainId?: string | undefined;
  /** An API key's id, or the kind of another actor, such as `smtp-session`. */
  readonly sentBy?: string | undefined;
  /** `name`, or `name=value`. */
  readonly tag?: string | undefined;
  /** All versions where none is named. */
  readonly template?: { readonly id: string; readonly version?: number } | undefined;
}

export interface BounceReason {
  readonly kind: BounceKind;
  /** Null when it was not judged. */
  readonly reason: ReplyKind | null;
  readonly recipients: number;
}
