import type { EmailEvent, TlsUsed, TrackingEvent } from '../../domain/email/events.js';
import type { ReplyJudgement, ReplyKind } from '../../domain/email/judging/judgement.js';
import type { HitCause } from '../../domain/tracking/judge-hit.js';
import { kindsInWords } from '../../domain/email/judging/kinds-in-words.js';
import { reveal } from '../../domain/shared/personal.js';

/** What a page makes a sentence of, in the words and the time zone of its reader. */
export interface TimelineFacts {
  /** ISO 8601: until when nothing happens, as the time of a scheduled mail, of the next try, or of a link's end. */
  readonly until: string | null;
  /** A code: why it was given up, abandoned, not sent, or unknown. */
  readonly reason: string | null;
  /** What the reply was judged to be, in words; null where it speaks for itself. */
  readonly meaning: string | null;
  /** The same as a code, as metrics count it; null where there was no reply to judge. */
  readonly kind: ReplyKind | null;
  /** What a person gave as a reason. */
  readonly note: string | null;
  /** TLS of an attempt; null: without TLS, or no attempt. */
  readonly tls: TlsUsed | null;
  /** Who opened it or followed a link; null: it is about neither. */
  readonly hit: HitFacts | null;
}

export interface HitFacts {
  /** ISO 8601: when it came in, some seconds before it was judged. */
  readonly at: string;
  readonly judged: HitCause;
  /** A code: why it was judged so. */
  readonly sign: string;
  /** The link's number in the html, from 0; null: the email was shown. */
  readonly link: number | null;
  /** Null once it is erased. */
  readonly visitor: { readonly ipAddress: string; readonly userAgent: string; readonly url?: string } | null;
}

const none: TimelineFacts = { until: null, reason: null, meaning: null, kind: null, note: null, tls: null, hit: null };

export function timelineFacts(event: EmailEvent): TimelineFacts {
  switch (event.type) {
    case 'EmailAccepted':
    case 'EmailRescheduled':
      return { ...none, until: event.data.scheduledAt };
    case 'EmailRetried':
      return { ...none, note: event.data.reason };
    case 'DeliveryAttemptStarted':
      return { ...none, tls: event.data.tls };
    case 'DeliveryAttemptAbandoned':
    case 'EmailSuppressed':
      return { ...none, reason: event.data.reason };
    case 'DeliveryOutcomeUnknown': {
      const [first = null] = event.data.retries.map(({ dueAt }) => dueAt).sort();
      return { ...none, reason: event.data.recordedBy, until: first };
    }
    case 'DeliveryDeferred':
      return { ...none, until: event.data.dueAt, ...judged(event.data.judgement) };
    case 'EmailBounced': {
      const { answeredBy, judgement } = event.data;
      return { ...none, reason: answeredBy === 'report' ? 'report' : null, ...judged(judgement) };
    }
    case 'EmailFailed': {
      const { reason, judgement, why } = event.data;
      return { ...none, reason, ...judged(judgement), note: why };
    }
    case 'EmailComplained':
      return { ...none, reason: event.data.by };
    case 'DeliveryReported':
      return { ...none, reason: event.data.what };
    case 'EmailOpened':
    case 'EmailClicked':
      return { ...none, hit: hitOf(event) };
    case 'EmailShared':
      return { ...none, until: event.data.expiresAt };
    default:
      return none;
  }
}

function hitOf({ data }: TrackingEvent): HitFacts {
  const { at, judged: cause, sign, seen } = data;
  return { at, judged: cause, sign, link: 'link' in data ? data.link : null, visitor: reveal(seen) ?? null };
}

function judged(judgement: ReplyJudgement | null): Pick<TimelineFacts, 'meaning' | 'kind'> {
  if (judgement === null) return { meaning: null, kind: null };
  const words = kindsInWords[judgement.kind];
  return { meaning: words === '' ? null : words, kind: judgement.kind };
}
