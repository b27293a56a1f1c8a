import type { Position } from '../../domain/shared/recorded.js';
import type { RefusedItem } from '../../domain/submission/events.js';
import { submission } from '../../domain/submission/submission.js';
import { checkSendWindow } from '../email/send-window.js';
import type { VerifiedDomain } from '../sending-domain/sending-domains.js';
import { load } from '../shared/handle.js';
import type { Principal, Unavailable } from '../shared/context.js';
import type { Quotas } from '../usage/quotas.js';
import type {
  AcceptBatchCommand,
  AcceptBatchResult,
  AcceptEmailCommand,
  AcceptEmailResult,
  EmailRequest,
  SendRefusal,
  TakingRefusal,
} from './accept-emails.command.js';
import { acceptOne } from './accept-one.js';
import type { AcceptPorts } from './accept-ports.js';
import {
  acceptSubmission,
  earlierAnswer,
  type NewSubmission,
  payloadHash,
  type SubmissionAnswer,
  submissionStream,
} from './accept-submission.js';
import { checkSender, type SenderRules } from './check-sender.js';
import { type FetchDependencies, type Fetching, startFetching } from './fetch-attachments.js';
import type { InFlight } from './in-flight.js';
import { withinQuota } from './within-quota.js';

export interface AcceptEmailsDependencies {
  readonly ports: AcceptPorts;
  readonly rules: SenderRules;
  readonly fetches: FetchDependencies;
  readonly inFlight: InFlight;
  /** Null: nobody has any. */
  readonly quotas: Quotas | null;
  /** After a write that was acknowledged: lists of this team wait for it. */
  readonly onAccepted: (teamId: string, position: Position, emails: number) => void;
}

/** POST /emails. An id in the answer means that vault and log have the mail on disk. */
export async function acceptEmail(
  dependencies: AcceptEmailsDependencies,
  command: AcceptEmailCommand,
): Promise<AcceptEmailResult> {
  const fetching = startFetching(dependencies.fetches, command.principal.teamId, [command.request]);
  try {
    return await acceptReady(dependencies, command, () => readyEmail(dependencies, fetching, command));
  } finally {
    fetching.end();
  }
}

export type Accepting = Pick<AcceptEmailsDependencies, 'ports' | 'inFlight' | 'quotas' | 'onAccepted'>;

/** One mail, once it is known what it consists of and that it is allowed. A repeat under its key is not asked that again. */
export async function acceptReady<Refusal extends { readonly refused: string }>(
  dependencies: Accepting,
  { context, idempotency }: Pick<AcceptEmailCommand, 'context' | 'idempotency'>,
  ready: () => Promise<ReadyEmail | Refusal>,
): Promise<{ readonly emailId: string } | Refusal | TakingRefusal> {
  if (idempotency !== null) {
    const prepare = async (): Promise<NewSubmission | Refusal> => {
      const email = await ready();
      return 'refused' in email ? email : { kind: 'single', emails: [email], errors: [] };
    };
    const answer = await submit<Refusal>(dependencies, { context, idempotency }, prepare);
    return 'refused' in answer ? answer : { emailId: answer.emailIds[0] ?? '' };
  }
  const email = await ready();
  if ('refused' in email) return email;
  const accepted = await withinQuota(dependencies.quotas, context.teamId, [email.request], () =>
    acceptOne(dependencies.ports, context, email.request, email.domain),
  );
  if ('refused' in accepted) return accepted;
  dependencies.onAccepted(context.teamId, accepted.position, 1);
  return { emailId: accepted.emailId };
}

/** POST /emails/batch: all or nothing; in permissive mode, all that may be sent or nothing. */
export async function acceptBatch(
  dependencies: AcceptEmailsDependencies,
  command: AcceptBatchCommand,
): Promise<AcceptBatchResult> {
  const requests = command.items.flatMap((item) => ('request' in item ? [item.request] : []));
  const fetching = startFetching(dependencies.fetches, command.principal.teamId, requests);
  try {
    return await submit(dependencies, command, () => readyItems(dependencies, fetching, command));
  } finally {
    fetching.end();
  }
}

/** One request under its submission stream: the answer that stands, or a new accept. */
async function submit<Refusal extends { readonly refused: string }>(
  { ports, inFlight, quotas, onAccepted }: Accepting,
  { context, idempotency }: Pick<AcceptEmailCommand, 'context' | 'idempotency'>,
  prepare: () => Promise<NewSubmission | Refusal>,
): Promise<SubmissionAnswer | Refusal | TakingRefusal> {
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
    const requests = wanted.emails.map(({ request }) => request);
    return withinQuota(quotas, context.teamId, requests, () => acceptSubmission(ports, context, loaded, hash, wanted));
  });
  if (answer === 'busy') return { refused: 'idempotency-in-progress' } as const;
  if ('position' in answer && answer.position !== undefined) {
    onAccepted(context.teamId, answer.position, answer.emailIds.length);
  }
  return answer;
}

/** A mail and the domain that signs it. */
export type ReadyEmail = NewSubmission['emails'][number];
type ItemRefusal = (SendRefusal | Unavailable) & { readonly index?: number };

/** Allowed to be sent, and everything that it consists of is here. Nothing is fetched for a mail that is not allowed. */
async function readyEmail(
  dependencies: AcceptEmailsDependencies,
  fetching: Fetching,
  { principal, request }: { readonly principal: Principal; readonly request: EmailRequest },
): Promise<ReadyEmail | SendRefusal | Unavailable> {
  const domain = await checkRequest(dependencies, principal, request);
  if ('refused' in domain) return domain;
  const complete = await fetching.complete(request);
  return 'refused' in complete ? complete : { request: complete, domain };
}

/** Asked of new requests only: a repeat under its key gets its answer although the time that it names is past by now. */
async function checkRequest(
  { rules, ports }: AcceptEmailsDependencies,
  principal: Principal,
  request: EmailRequest,
): Promise<VerifiedDomain | SendRefusal> {
  const { scheduledAt } = request;
  const refusal = scheduledAt === undefined ? undefined : checkSendWindow(Date.parse(scheduledAt), ports.clock.now());
  return refusal ?? checkSender(rules, principal, request);
}

async function readyItems(
  dependencies: AcceptEmailsDependencies,
  fetching: Fetching,
  { principal, items, mode, describe }: AcceptBatchCommand,
): Promise<NewSubmission | ItemRefusal> {
  const read = await Promise.all(
    items.map(async (item) =>
      'invalid' in item ? item : readyEmail(dependencies, fetching, { principal, request: item.request }),
    ),
  );
  const emails: ReadyEmail[] = [];
  const errors: RefusedItem[] = [];
  for (const [index, item] of read.entries()) {
    if ('invalid' in item) errors.push({ index, message: item.invalid });
    else if (!('refused' in item)) emails.push(item);
    else if (item.refused === 'unavailable') return item;
    else if (mode === 'strict') return { ...item, index };
    else errors.push({ index, message: describe(item) });
  }
  return { kind: 'batch', emails, errors };
}
