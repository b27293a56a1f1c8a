import type { RecordedReply } from '../../domain/email/events.js';
import {
  type AcceptedState,
  isUnsettled,
  type RecipientState,
  type UnsettledRecipient,
} from '../../domain/email/state.js';
import type { RetryClass } from '../../domain/shared/accepted-email.js';
import type { Position } from '../../domain/shared/recorded.js';

/** What the email aggregate does not keep of a destination. */
export interface PendingDestination {
  /** Position of the last event that changed who is due there. */
  readonly changedAt: Position;
  /** Where it was tried last, as far as that is known. */
  readonly mxSet: string | null;
  /** Reply to the last failed try: codes only. */
  readonly lastReply: Pick<RecordedReply, 'step' | 'code' | 'enhancedCode'> | null;
}

/** One mail with unsettled recipients. The document goes when the last of them is settled. */
export interface PendingDocument {
  /** The mail's. */
  readonly id: string;
  readonly teamId: string | null;
  readonly region: string | null;
  /** As the email aggregate folds it. */
  readonly email: AcceptedState;
  /** Holds nothing about a destination without unsettled recipients. */
  readonly destinations: Readonly<Record<string, PendingDestination>>;
  /** `due` when any recipient is, else `claimed`. */
  readonly state: 'due' | 'claimed';
  /** ISO 8601, the earliest due recipient's; empty when none is due. */
  readonly dueAt: string;
  /** 1 while an attempt holds recipients: what recovery looks for. */
  readonly claimed: 0 | 1;
}

/** The unsettled recipients of one mail at one destination: what a job is made for. */
export interface PendingRow extends PendingDestination {
  readonly emailId: string;
  readonly destination: string;
  readonly teamId: string | null;
  readonly region: string | null;
  readonly retryClass: RetryClass;
  /** ISO 8601: when the mail could first have been sent. */
  readonly startsAt: string;
  /** What a job is made for: it changes with every change of who is due. */
  readonly generation: number;
  /** By number. */
  readonly recipients: ReadonlyMap<number, UnsettledRecipient>;
  /** ISO 8601, the earliest due recipient's; empty when none is due. */
  readonly dueAt: string;
  /** The document's. */
  readonly mailDueAt: string;
}

/** A mail's destinations, in the order of its recipients. */
export function pendingRows(document: PendingDocument): readonly PendingRow[] {
  const { id, teamId, region, email, destinations } = document;
  const recipients = new Map<string, Map<number, UnsettledRecipient>>();
  email.recipients.forEach((recipient, number) => {
    if (!isUnsettled(recipient)) return;
    const others = recipients.get(recipient.destination);
    if (others === undefined) recipients.set(recipient.destination, new Map([[number, recipient]]));
    else others.set(number, recipient);
  });
  return [...recipients].flatMap(([destination, unsettled]) => {
    const known = destinations[destination];
    if (known === undefined) return [];
    return [
      {
        emailId: id,
        destination,
        teamId,
        region,
        retryClass: email.retryClass,
        startsAt: email.startsAt,
        generation: email.generations[destination] ?? 0,
        recipients: unsettled,
        dueAt: earliestDue(unsettled.values()),
        mailDueAt: document.dueAt,
        ...known,
      },
    ];
  });
}

export interface PendingClaim {
  readonly attemptId: string;
  readonly worker: string;
  /** ISO 8601. */
  readonly deadline: string;
}

/** Attempts that hold a recipient. */
export function pendingClaims({ attempts, recipients }: AcceptedState): readonly PendingClaim[] {
  return Object.entries(attempts).flatMap(([attemptId, { worker, deadline }]) =>
    recipients.some((recipient) => recipient.status === 'claimed' && recipient.attemptId === attemptId)
      ? [{ attemptId, worker, deadline }]
      : [],
  );
}

export function hasClaims({ attempts, recipients }: AcceptedState): boolean {
  return recipients.some((recipient) => recipient.status === 'claimed' && recipient.attemptId in attempts);
}

/** Empty when none is due. */
export function earliestDue(recipients: Iterable<RecipientState>): string {
  let earliest = '';
  for (const recipient of recipients) {
    if (recipient.status === 'due' && (earliest === '' || recipient.dueAt < earliest)) earliest = recipient.dueAt;
  }
  return earliest;
}
