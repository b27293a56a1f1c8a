import type { CancelEmail, RescheduleEmail } from '../../domain/email/commands.js';
import { email } from '../../domain/email/email.js';
import type { EmailState } from '../../domain/email/state.js';
import type { Position } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type RequestContext, unavailable } from '../shared/context.js';
import { handle, load, type LogPorts } from '../shared/handle.js';
import type { CancelEmailCommand, ChangeScheduleResult, RescheduleEmailCommand } from './schedule.messages.js';
import { checkSendWindow } from './send-window.js';

export interface ScheduleDependencies {
  readonly ports: LogPorts;
  /** After a write that was acknowledged: lists of this team wait for it. */
  readonly onWritten: (teamId: string, position: Position) => void;
}

/** The time that a mail leaves, where nothing of it was tried yet; a moment past means now. */
export async function rescheduleEmail(
  dependencies: ScheduleDependencies,
  { context, emailId, scheduledAt }: RescheduleEmailCommand,
): Promise<ChangeScheduleResult> {
  const refusal = checkSendWindow(Date.parse(scheduledAt), dependencies.ports.clock.now());
  return refusal ?? change(dependencies, context, emailId, { type: 'RescheduleEmail', scheduledAt });
}

/** Answered only once the log says so: from then on no worker may claim it. */
export function cancelEmail(
  dependencies: ScheduleDependencies,
  { context, emailId }: CancelEmailCommand,
): Promise<ChangeScheduleResult> {
  return change(dependencies, context, emailId, { type: 'CancelEmail' });
}

async function change(
  { ports, onWritten }: ScheduleDependencies,
  context: RequestContext,
  emailId: string,
  command: RescheduleEmail | CancelEmail,
): Promise<ChangeScheduleResult> {
  const stream = streamName('email', emailId);
  const loaded = await load<EmailState, never>(ports, email, stream);
  const opening = loaded.events[0];
  // Another team's mail is nobody's.
  if (opening?.metadata.teamId !== context.teamId) return { refused: 'not-found' };
  const provenance = { context, region: opening.metadata.region };
  const handled = await handle(ports, email, stream, command, provenance, { loaded });
  if (!('refused' in handled)) {
    if (handled.position !== undefined) onWritten(context.teamId, handled.position);
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
      // An accept that was abandoned: there is no such mail.
      return { refused: 'not-found' };
  }
}
