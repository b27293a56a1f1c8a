import { type Decision, type Refusal, refuse } from '../shared/decider.js';
import type { EmailRefusal, RescheduleEmail, RevokeShare, ScheduleRefusal, ShareEmail } from './commands.js';
import type { EmailEvent } from './events.js';
import type { AcceptedState } from './state.js';

/** Moves a mail of which nothing was tried yet to another time. */
export function reschedule(command: RescheduleEmail, state: AcceptedState): Decision<EmailEvent, EmailRefusal> {
  if (state.schedule !== 'waiting') return tooLate(state);
  const { scheduledAt } = command;
  if (scheduledAt === state.startsAt) return [];
  return [{ type: 'EmailRescheduled', data: { scheduledAt, destinations: Object.keys(state.generations) } }];
}

/** Stops a mail of which nothing was tried yet. A repeat changes nothing. */
export function cancel(state: AcceptedState): Decision<EmailEvent, EmailRefusal> {
  if (isCanceled(state)) return [];
  if (state.schedule !== 'waiting') return tooLate(state);
  return [{ type: 'EmailCanceled', data: { destinations: Object.keys(state.generations) } }];
}

function tooLate(state: AcceptedState): Refusal<ScheduleRefusal> {
  if (isCanceled(state)) return refuse('email-canceled');
  return refuse(state.schedule === 'none' ? 'never-scheduled' : 'already-sending');
}

function isCanceled({ recipients }: AcceptedState): boolean {
  return recipients.some(({ status }) => status === 'canceled');
}

/** A share that was revoked is not opened again by a repeat of its command. */
export function share({ shareId, expiresAt }: ShareEmail, { shares }: AcceptedState): readonly EmailEvent[] {
  if (shares?.[shareId] !== undefined) return [];
  return [{ type: 'EmailShared', data: { shareId, expiresAt } }];
}

/** Also after it expired. A repeat changes nothing. */
export function revokeShare({ shareId }: RevokeShare, { shares }: AcceptedState): Decision<EmailEvent, EmailRefusal> {
  switch (shares?.[shareId]) {
    case undefined:
      return refuse('share-not-found');
    case 'revoked':
      return [];
    case 'open':
      return [{ type: 'EmailShareRevoked', data: { shareId } }];
  }
}
