import { command } from '../access/use-case.js';
import type {
  CancelEmail as Cancel,
  RescheduleEmail as Reschedule,
  ScheduleRefusal,
} from '../../domain/email/commands.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import type { LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { changeTeamEmail } from './change-email.js';

/** PATCH /emails/{id}: another time for a mail of which nothing was tried yet; a moment past means now. */
export interface RescheduleEmail {
  readonly context: RequestContext;
  readonly emailId: string;
  /** ISO 8601, UTC, milliseconds. */
  readonly scheduledAt: string;
}

/** POST /emails/{id}/cancel. A mail that is canceled already answers as the first time. */
export interface CancelEmail {
  readonly context: RequestContext;
  readonly emailId: string;
}

export type ChangeScheduleResult =
  | { readonly id: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: ScheduleRefusal }
  | SendWindowRefusal
  | Unavailable;

export type SchedulePorts = LogPorts & Pick<Ports, 'ownWrites'>;

export const RescheduleEmail = command({ name: 'RescheduleEmail', need: 'member', run: rescheduleEmail });

export const CancelEmail = command({ name: 'CancelEmail', need: 'member', run: cancelEmail });

export async function rescheduleEmail(
  ports: SchedulePorts,
  { context, emailId, scheduledAt }: RescheduleEmail,
): Promise<ChangeScheduleResult> {
  const refusal = checkSendWindow(Date.parse(scheduledAt), ports.clock.now());
  return refusal ?? change(ports, context, emailId, { type: 'RescheduleEmail', scheduledAt });
}

/** Answered only once the event is in the log: from then on no worker may claim the mail. */
export function cancelEmail(ports: SchedulePorts, { context, emailId }: CancelEmail): Promise<ChangeScheduleResult> {
  return change(ports, context, emailId, { type: 'CancelEmail' });
}

async function change(
  ports: SchedulePorts,
  context: RequestContext,
  emailId: string,
  command: Reschedule | Cancel,
): Promise<ChangeScheduleResult> {
  const handled = await changeTeamEmail(ports, context, emailId, command);
  if (!('refused' in handled)) {
    if (handled.position !== undefined) ports.ownWrites.note(context.teamId, handled.position);
    return { id: emailId };
  }
  switch (handled.refused) {
    case 'unavailable':
      return unavailable;
    case 'never-scheduled':
    case 'already-sending':
    case 'email-canceled':
      return { refused: handled.refused };
    default:
      // Another team's, or an accept that was abandoned: there is no such mail.
      return { refused: 'not-found' };
  }
}

/** A time so little past counts as now: it was written on another clock, or the request took that long. */
const toleranceMs = 60_000;
const maxAheadMs = 30 * 24 * 3_600_000;

export type SendWindowRefusal =
  | { readonly refused: 'scheduled-in-the-past' }
  | { readonly refused: 'scheduled-too-far' };

/**
 * Whether a mail may be scheduled for this time (milliseconds since the epoch): at most 30 days ahead, and not past.
 */
export function checkSendWindow(scheduledAtMs: number, nowMs: number): SendWindowRefusal | undefined {
  if (scheduledAtMs < nowMs - toleranceMs) return { refused: 'scheduled-in-the-past' };
  return scheduledAtMs > nowMs + maxAheadMs ? { refused: 'scheduled-too-far' } : undefined;
}
