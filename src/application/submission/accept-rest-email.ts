import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Sender, RequestContext } from '../shared/context.js';
import { accept } from './accept.js';
import type { AcceptPorts } from './accept-submission.js';
import { checkEmail, type CheckPorts } from './check-email.js';
import type { AcceptRefusal, EmailRequest, Idempotency } from './email-request.js';
import { AttachmentFetches } from './fetch-attachments.js';

/** POST /emails. */
export class AcceptEmailCommand extends Command<AcceptEmailResult> {
  constructor(
    readonly context: RequestContext,
    readonly principal: Sender,
    readonly request: EmailRequest,
    readonly idempotency: Idempotency | null,
  ) {
    super();
  }
}

export type AcceptEmailResult = { readonly emailId: string } | AcceptRefusal;

export type AcceptRestPorts = AcceptPorts & CheckPorts;

@CommandHandler(AcceptEmailCommand)
export class AcceptEmailHandler implements ICommandHandler<AcceptEmailCommand> {
  constructor(private readonly ports: AcceptRestPorts) {}

  execute(command: AcceptEmailCommand): Promise<AcceptEmailResult> {
    return acceptRestEmail(this.ports, command);
  }
}

/** An id in the answer means that vault and log have the mail on disk. */
export async function acceptRestEmail(
  ports: AcceptRestPorts,
  { context, principal, request, idempotency }: AcceptEmailCommand,
): Promise<AcceptEmailResult> {
  const fetches = new AttachmentFetches(ports.fetching, principal.teamId, [request]);
  try {
    return await accept(ports, context, idempotency, () => checkEmail(ports, fetches, principal, request));
  } finally {
    fetches.end();
  }
}
