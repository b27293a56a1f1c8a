import type { Overview } from './documents';
import { isLate } from './sentences';

export interface Tries {
  /** Attempts and those that came to nothing before one. */
  readonly count: number;
  /** ISO 8601; null: nothing more is tried automatically. */
  readonly nextAt: string | null;
}

const waiting: ReadonlySet<string> = new Set(['delivery_delayed', 'outcome_unknown']);
const ends: ReadonlySet<string> = new Set([
  'EmailDelivered',
  'EmailBounced',
  'DeliveryDeferred',
  'DeliveryOutcomeUnknown',
  'DeliveryAttemptAbandoned',
]);

/** How often each recipient was tried, and when it is tried next; in the order of the recipients. */
export function triesOf({ recipients, timeline }: Overview): readonly Tries[] {
  return recipients.map(({ status }, place) => {
    const own = timeline.filter((entry) => entry.recipients.includes(place));
    const count = own.filter((entry) => ends.has(entry.type) && !isLate(entry)).length;
    const last = own.filter(({ type }) => type === 'DeliveryDeferred' || type === 'DeliveryOutcomeUnknown').at(-1);
    return { count, nextAt: waiting.has(status) ? (last?.until ?? null) : null };
  });
}
