import type { EmailCommand } from '../../domain/email/commands.js';
import { email } from '../../domain/email/email.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { RequestContext } from '../shared/context.js';
import { handle, load, type LogPorts } from '../shared/handle.js';

/** A team's command for one of its mails. Another team's mail is not found. */
export async function changeTeamEmail(
  ports: LogPorts,
  context: RequestContext,
  emailId: string,
  command: EmailCommand,
) {
  const stream = streamName('email', emailId);
  const loaded = await load(ports, email, stream);
  const opening = loaded.events[0];
  if (opening?.metadata.teamId !== context.teamId) return { refused: 'email-not-found' } as const;
  return handle(ports, email, stream, command, { context, region: opening.metadata.region }, { loaded });
}
