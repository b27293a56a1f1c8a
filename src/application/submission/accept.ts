import { email as decider } from '../../domain/email/email.js';
import type { Position } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { retryAppend, handle, load, metadataOf, requestPatience } from '../shared/handle.js';
import { acceptSubmission, type AcceptPorts, withinQuota } from './accept-submission.js';
import { tooLarge } from './append-submission.js';
import type { DetailsTooLarge, Idempotency, TakingRefusal } from './email-request.js';
import { encodeOpening } from './open-email.js';
import { type CheckedEmail, prepareEmail } from './prepare-email.js';
import { storeInVault } from './store.js';

/**
 * Accepts one mail from REST or SMTP. `check` answers its content and the domain that signs it, or why it may not be
 * sent; a repeat under its key is not checked again. Three stages follow: prepare (keys, sealed content: nothing is
 * written), store (the vault's commit), append (the log's commit). The mail is accepted once the third is acknowledged.
 */
export async function accept<Refusal extends { readonly refused: string }>(
  ports: AcceptPorts,
  context: RequestContext,
  idempotency: Idempotency | null,
  check: () => Promise<CheckedEmail | Refusal>,
): Promise<{ readonly emailId: string } | Refusal | TakingRefusal> {
  if (idempotency !== null) {
    const answer = await acceptSubmission<Refusal>(ports, context, idempotency, async () => {
      const email = await check();
      return 'refused' in email ? email : { kind: 'single', emails: [email], errors: [] };
    });
    return 'refused' in answer ? answer : { emailId: answer.emailIds[0] ?? '' };
  }
  const email = await check();
  if ('refused' in email) return email;
  const accepted = await withinQuota(ports.quotas, context.teamId, [email], () => acceptAlone(ports, context, email));
  if ('refused' in accepted) return accepted;
  ports.onAccepted(context, accepted.position, [accepted.emailId]);
  return { emailId: accepted.emailId };
}

interface Accepted {
  readonly emailId: string;
  readonly position: Position;
}

/** A mail without an idempotency key opens `email-<id>` under "must not exist". */
async function acceptAlone(
  ports: AcceptPorts,
  context: RequestContext,
  checked: CheckedEmail,
): Promise<Accepted | DetailsTooLarge | Unavailable> {
  const { email, domain } = checked;
  const emailId = 'emailId' in email ? email.emailId : ports.ids.next();
  const stream = streamName('email', emailId);
  const metadata = metadataOf(ports.clock, { context, region: domain.region });
  const place = { emailId, anchor: stream, submission: null, time: metadata.time };
  const prepared = await prepareEmail(ports, checked, place);
  const eventId = ports.ids.next();
  const { events } = encodeOpening(ports, { ...prepared, eventId, metadata });
  const refused = tooLarge([{ events }]);
  if (refused !== undefined) return refused;

  if (!(await storeInVault(ports, [prepared]))) return unavailable;

  const appended = await retryAppend(ports, [{ stream, expected: 'no-stream', events }], requestPatience);
  if (appended.result === 'written') return { emailId, position: appended.position };
  return settleUnknown(ports, context, emailId, eventId);
}

/**
 * It is not known whether the append was written. Abandoning the accept under "must not exist" settles it: once that is
 * acknowledged, nothing was accepted; on a conflict the stream is read, and it holds our event or not.
 */
async function settleUnknown(
  ports: AcceptPorts,
  context: RequestContext,
  emailId: string,
  eventId: string,
): Promise<Accepted | Unavailable> {
  const stream = streamName('email', emailId);
  const none = {
    stream,
    state: decider.initial,
    expected: 'no-stream',
    predecessor: null,
    events: [],
    keyRing: new Map(),
  } as const;
  await handle(
    ports,
    decider,
    stream,
    { type: 'AbandonAccept', reason: 'append-unknown' },
    { context, region: null },
    { loaded: none },
  ).catch(() => undefined);
  const { events } = await load(ports, decider, stream).catch(() => none);
  const own = events.find(({ id }) => id === eventId);
  return own === undefined ? unavailable : { emailId, position: own.position };
}
