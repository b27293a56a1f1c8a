import { verdict as words } from '../../messages/verdict';
import type { CalloutTone } from '../../kit/callout';
import type { Overview, Recipient, TimelineEntry } from './documents';
import { worstFirst } from './states';

/** What became of an email, in the order in which one asks. */
export interface Verdict {
  readonly tone: CalloutTone;
  /** What happened. */
  readonly title: string;
  /** Why, in words; null where the title or the other side's text says it. */
  readonly cause: string | null;
  /** The entry that decided: its reply is the server's own text. */
  readonly decided: TimelineEntry | null;
  /** What became of the other recipients. */
  readonly others: string | null;
  /** What to do. */
  readonly advice: string | null;
  /** Those that it is about. */
  readonly places: readonly number[];
}

const tones: Readonly<Record<string, CalloutTone>> = {
  complained: 'bad',
  bounced: 'bad',
  failed: 'bad',
  suppressed: 'bad',
  outcome_unknown: 'warn',
  delivery_delayed: 'warn',
  delivered: 'good',
  scheduled: 'calm',
  canceled: 'calm',
};

const deciding: Readonly<Record<string, string>> = {
  complained: 'EmailComplained',
  bounced: 'EmailBounced',
  failed: 'EmailFailed',
  suppressed: 'EmailSuppressed',
  outcome_unknown: 'DeliveryOutcomeUnknown',
  delivery_delayed: 'DeliveryDeferred',
  delivered: 'EmailDelivered',
};

/** The worst status among the recipients, and how many have it. */
export function worstOf(recipients: readonly Pick<Recipient, 'status'>[]): { status: string; count: number } | null {
  const status = worstFirst.find((each) => recipients.some((recipient) => recipient.status === each));
  if (status === undefined) return null;
  return { status, count: recipients.filter((recipient) => recipient.status === status).length };
}

/** Null while nothing is known yet, and of an erased email. */
export function verdictOf(overview: Overview): Verdict | null {
  const { recipients, timeline, erased } = overview;
  const worst = worstOf(recipients);
  const tone = worst === null ? undefined : tones[worst.status];
  if (worst === null || tone === undefined || erased) return null;
  const { status, count } = worst;
  const places = recipients.flatMap((recipient, place) => (recipient.status === status ? [place] : []));
  const decided = decidedBy(timeline, status, places);
  const cause = decided === null ? null : causeOf(decided);
  const isOne = recipients.length === 1;
  return {
    tone,
    title:
      isOne && cause !== null ? words.because(status, cause) : (words.titles[status]?.(count, recipients.length) ?? ''),
    cause: isOne || cause === null ? null : words.sentence(cause),
    decided,
    others: othersOf(recipients, status),
    advice: adviceOf(status, decided),
    places,
  };
}

/** The last entry of the most frequent cause. */
function decidedBy(
  timeline: readonly TimelineEntry[],
  status: string,
  places: readonly number[],
): TimelineEntry | null {
  const last = places.flatMap((place) => {
    const own = timeline.filter(({ type, recipients }) => type === deciding[status] && recipients.includes(place));
    return own.slice(-1);
  });
  const causes = last.map((entry) => entry.kind ?? entry.reason ?? '');
  const frequency = (cause: string): number => causes.filter((each) => each === cause).length;
  const [most] = [...new Set(causes)].sort((a, b) => frequency(b) - frequency(a));
  return last.find((_, place) => causes[place] === most) ?? null;
}

function causeOf({ type, meaning, reason, note }: TimelineEntry): string | null {
  const because = reason === null ? undefined : (words.reasons[reason] ?? reason);
  const said = meaning ?? (type === 'EmailComplained' ? null : (because ?? null));
  if (said === null) return null;
  return note === null || note === '' ? said : `${said} (${note})`;
}

function othersOf(recipients: readonly Recipient[], status: string): string | null {
  const rest = recipients.filter((recipient) => recipient.status !== status);
  if (rest.length === 0) return null;
  const counts = worstFirst
    .map((each) => [each, rest.filter((recipient) => recipient.status === each).length] as const)
    .filter(([, count]) => count > 0);
  return words.others(counts.map(([each, count]) => [count, each]));
}

function adviceOf(status: string, decided: TimelineEntry | null): string | null {
  if (status === 'bounced' || status === 'failed') {
    const kind = decided?.kind ?? 'unknown';
    return (decided?.reason === null ? undefined : words.byReason[decided?.reason ?? '']) ?? words.byKind[kind] ?? null;
  }
  return words.byReason[decided?.reason ?? ''] ?? words.byStatus[status] ?? null;
}
