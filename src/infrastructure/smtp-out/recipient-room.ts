import type { EnvelopeRecipient } from '../../application/ports/mail-transport.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import type { Envelope } from './envelope.js';
import type { Extensions } from './extensions.js';
import type { ReceiverHabits } from './receiver-habits.js';

/** RFC 5321 §4.5.3.1.8: what every receiver takes. */
const usualMost = 100;
const announcedMost = 1_000;

export interface Room {
  readonly envelope: Envelope;
  /** For the next transaction. */
  readonly left: readonly EnvelopeRecipient[];
  /** Answered late: the others do not wait for them. */
  readonly late: readonly EnvelopeRecipient[];
}

/** As many recipients as one transaction takes, as far as the receiver has said (RFC 9422) or shown. */
export function roomIn(
  planned: Envelope,
  announced: Extensions['limits'],
  { habits, isPatient }: { readonly habits: ReceiverHabits; readonly isPatient: boolean },
): Room {
  const most = Math.min(habits.mostRecipients ?? announcedMost, announced.recipients ?? usualMost, announcedMost);
  const isLate = ({ address }: EnvelopeRecipient): boolean => !isPatient && habits.isSlow(address);
  const [first, ...others] = planned.recipients;
  if (first !== undefined && others.length === 0 && !isLate(first)) return { envelope: planned, left: [], late: [] };
  const mostDomains = announced.recipientDomains ?? Number.POSITIVE_INFINITY;
  const domains = new Set<string>();
  const taken: number[] = [];
  for (const [index, recipient] of planned.recipients.entries()) {
    const domain = domainOfAddress(recipient.address);
    const hasRoom = taken.length < most && (domains.has(domain) || domains.size < mostDomains);
    if (!hasRoom || isLate(recipient)) continue;
    domains.add(domain);
    taken.push(index);
  }
  if (taken.length === planned.recipients.length) return { envelope: planned, left: [], late: [] };
  const pick = <Item>(items: readonly Item[]) => items.filter((_, index) => taken.includes(index));
  const untaken = planned.recipients.filter((_, index) => !taken.includes(index));
  return {
    envelope: { ...planned, recipients: pick(planned.recipients), rcpt: pick(planned.rcpt) },
    left: untaken.filter((recipient) => !isLate(recipient)),
    late: untaken.filter(isLate),
  };
}
