import type { RecipientState } from '../../src/domain/email/state.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import {
  earliestDue,
  type PendingDestination,
  type PendingDocument,
} from '../../src/projections/pending/pending.document.js';

/** One recipient at one destination. */
export interface PendingMail {
  readonly id: string;
  readonly destination: string;
  /** ISO 8601; null: an attempt holds it. */
  readonly dueAt: string | null;
  readonly generation?: number;
  readonly teamId?: string;
  readonly region?: string | null;
  readonly retryClass?: PendingDocument['email']['retryClass'];
  readonly lastReply?: PendingDestination['lastReply'];
  readonly mxSet?: string;
}

/** As the `pending` projection would write it at this position. */
export function pendingMail(mail: PendingMail, changedAt: Position): PendingDocument {
  return pendingMails(mail.id, [mail], changedAt);
}

/** A mail of several destinations, all changed at this position where they say nothing else. */
export function pendingMails(
  id: string,
  mails: readonly (Omit<PendingMail, 'id'> & { readonly changedAt?: Position })[],
  position: Position,
): PendingDocument {
  const [first] = mails;
  const recipients = mails.map(({ destination, dueAt }): RecipientState => {
    const counts = { destination, tries: 0, unknowns: 0, complained: false };
    return dueAt === null ? { ...counts, status: 'claimed', attemptId: 'now' } : { ...counts, status: 'due', dueAt };
  });
  const dueAt = earliestDue(recipients);
  return {
    id,
    teamId: first?.teamId ?? 't1',
    region: first?.region === undefined ? 'eu-west-1' : first.region,
    email: {
      status: 'accepted',
      retryClass: first?.retryClass ?? 'standard',
      startsAt: '2026-03-02T10:00:00.000Z',
      schedule: 'none',
      recipients,
      attempts: {},
      abandoned: [],
      generations: Object.fromEntries(mails.map(({ destination, generation }) => [destination, generation ?? 1])),
    },
    destinations: Object.fromEntries(
      mails.map(({ destination, mxSet = null, lastReply = null, changedAt = position }) => [
        destination,
        { changedAt, mxSet, lastReply },
      ]),
    ),
    state: dueAt === '' ? 'claimed' : 'due',
    dueAt,
    claimed: dueAt === '' ? 1 : 0,
  };
}
