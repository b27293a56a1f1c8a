import type { Position } from '../../domain/shared/recorded.js';
import type { RefusedItem } from '../../domain/submission/events.js';
import { submission } from '../../domain/submission/submission.js';
import { load } from '../shared/handle.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import type {
  AcceptBatchCommand,
  AcceptBatchResult,
  AcceptEmailCommand,
  AcceptEmailResult,
  EmailRequest,
  SendRefusal,
} from './accept-emails.command.js';
import { acceptOne } from './accept-one.js';
import type { AcceptPorts } from './accept-ports.js';
import {
  acceptSubmission,
  earlierAnswer,
  type NewSubmission,
  payloadHash,
  submissionStream,
} from './accept-submission.js';
import { checkSender, type SenderRules } from './check-sender.js';
import type { InFlight } from './in-flight.js';

export interface AcceptEmailsDependencies {
  readonly ports: AcceptPorts;
  readonly rules: SenderRules;
  readonly inFlight: InFlight;
  /** After a write that was acknowledged: lists of this team wait for it. */
  readonly onAccepted: (teamId: string, position: Position, emails: number) => void;
}

/** POST /emails. An id in the answer means that vault and log have the mail on disk. */
export async function acceptEmail(
  dependencies: AcceptEmailsDependencies,
  command: AcceptEmailCommand,
): Promise<AcceptEmailResult> {
  const { context, principal, request, idempotency } = command;
  if (idempotency !== null) {
    const prepare = async () => {
      const domain = await checkSender(dependencies.rules, principal, request);
      if ('refused' in domain) return domain;
      return { kind: 'single', emails: [{ request, domain }], errors: [] } satisfies NewSubmission;
    };
    const answer = await submit(dependencies, command, prepare);
    if ('refused' in answer) return answer;
    return { emailId: answer.emailIds[0] ?? '' };
  }
  const domain = await checkSender(dependencies.rules, principal, request);
  if ('refused' in domain) return domain;
  const accepted = await acceptOne(dependencies.ports, context, request, domain);
  if ('refused' in accepted) return accepted;
  dependencies.onAccepted(context.teamId, accepted.position, 1);
  return { emailId: accepted.emailId };
}

/** POST /emails/batch: all or nothing; in permissive mode, all that may be sent or nothing. */
export async function acceptBatch(
  dependencies: AcceptEmailsDependencies,
  command: AcceptBatchCommand,
): Promise<AcceptBatchResult> {
  return submit(dependencies, command, () => checkItems(dependencies.rules, command));
}

/** One request under its submission stream: the answer that stands, or a new accept. */
async function submit(
  { ports, inFlight, onAccepted }: AcceptEmailsDependencies,
  command: AcceptEmailCommand | AcceptBatchCommand,
  prepare: () => Promise<NewSubmission | (SendRefusal & { readonly index?: number })>,
) {
  const { context, idempotency } = command;
  const stream = submissionStream(ports, context.teamId, idempotency);
  const hash = payloadHash(ports, idempotency);
  const answer = await inFlight.alone(stream, async () => {
    const loaded = await load(ports, submission, stream);
    const earlier = await earlierAnswer(ports, loaded, hash);
    if (earlier !== undefined) return earlier;
    const wanted = await prepare();
    if ('refused' in wanted) return wanted;
    // A permissive batch in which nothing may be sent accepts nothing, so there is nothing to remember.
    if (wanted.emails.length === 0) return { emailIds: [], errors: wanted.errors, position: undefined };
    return acceptSubmission(ports, context, loaded, hash, wanted);
  });
  if (answer === 'busy') return { refused: 'idempotency-in-progress' } as const;
  if ('position' in answer && answer.position !== undefined) {
    onAccepted(context.teamId, answer.position, answer.emailIds.length);
  }
  return answer;
}

async function checkItems(
  rules: SenderRules,
  { principal, items, mode, describe }: AcceptBatchCommand,
): Promise<NewSubmission | (SendRefusal & { readonly index: number })> {
  const emails: { request: EmailRequest; domain: VerifiedDomain }[] = [];
  const errors: RefusedItem[] = [];
  for (const [index, item] of items.entries()) {
    if ('invalid' in item) {
      errors.push({ index, message: item.invalid });
      continue;
    }
    const domain = await checkSender(rules, principal, item.request);
    if (!('refused' in domain)) emails.push({ request: item.request, domain });
    else if (mode === 'strict') return { ...domain, index };
    else errors.push({ index, message: describe(domain) });
  }
  return { kind: 'batch', emails, errors };
}
