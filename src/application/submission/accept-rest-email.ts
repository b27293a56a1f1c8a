import { command } from '../access/use-case.js';
import type { Sender, RequestContext } from '../shared/context.js';
import { accept } from './accept.js';
import type { AcceptPorts } from './accept-submission.js';
import { checkEmail, type CheckPorts } from './check-email.js';
import type { AcceptRefusal, Idempotency, RequestedEmail } from './email-request.js';
import { AttachmentFetches } from './fetch-attachments.js';

/** POST /emails. */
export interface AcceptEmail {
  readonly context: RequestContext;
  readonly principal: Sender;
  readonly request: RequestedEmail;
  readonly idempotency: Idempotency | null;
}

export type AcceptEmailResult = { readonly emailId: string } | AcceptRefusal;

export type AcceptRestPorts = AcceptPorts & CheckPorts;

export const AcceptEmail = command({ name: 'AcceptEmail', need: 'sender', run: acceptRestEmail });

/** An id in the answer means that vault and log have the mail on disk. */
export async function acceptRestEmail(
  ports: AcceptRestPorts,
  { context, principal, request, idempotency }: AcceptEmail,
): Promise<AcceptEmailResult> {
  const fetches = new AttachmentFetches(ports.fetching, principal.teamId, [request]);
  try {
    return await accept(ports, context, idempotency, () => checkEmail(ports, fetches, principal, request));
  } finally {
    fetches.end();
  }
}
