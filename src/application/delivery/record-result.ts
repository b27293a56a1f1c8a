import type { RecipientAnswer, RecordAnswers, RecordOutcomeUnknown } from '../../domain/email/commands.js';
import { email } from '../../domain/email/email.js';
import { codesOfTry } from '../../domain/email/judging/judge-reply.js';
import { statedDelayOf } from '../../domain/email/judging/stated-delay.js';
import type { UnansweredRecipient, EmailEvent } from '../../domain/email/events.js';
import { prolonged } from '../../domain/shared/retries/email-retries.js';
import type { EmailState } from '../../domain/email/state.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import { mxSetOf, type RecipientReply, type Route, type TransactionResult } from '../ports/mail-transport.js';
import { factPatience, handle, type Loaded, type Provenance } from '../shared/handle.js';
import type { Attempt } from './attempt.js';
import { type AttemptMade, resultsIn } from './delivery-result.js';
import type { Claim } from './claim.js';
import type { DeliveryPorts } from './delivery-ports.js';
import { traceAttempt } from './trace-attempt.js';

type Recording = Pick<DeliveryPorts, 'settings' | 'jitter' | 'complains' | 'onAttempt' | 'onResult'> &
  Parameters<typeof handle>[0];

/**
 * Facts from the outside world: recorded for as long as it takes.
 *
 * @returns the email after them.
 */
export async function recordResult(
  ports: DeliveryPorts,
  claim: Claim,
  attempt: Attempt,
  result: TransactionResult,
): Promise<Loaded<EmailState, EmailEvent>> {
  const { replies, unknown, withheld, apart } = result;
  const { route, provenance, tls } = claim;
  const from = { ...attempt, provenance, tls };
  traceAttempt(ports, attempt, route, result);
  let loaded = await recordReplies(ports, claim.loaded, from, route, replies);
  if (unknown.length > 0) {
    const unanswered = unknown.flatMap((reply) => unansweredOf(attempt, reply));
    loaded = await inParts(unanswered, loaded, (part, before) =>
      record(ports, before, from, route, { type: 'RecordOutcomeUnknown', recordedBy: 'worker', replies: part }),
    );
  }
  // Without a claim too, where DATA was refused: the log remembers that they are sent to apart.
  if (apart !== undefined) await claim.abandon(apart, 'refused-together');
  // The claim was acknowledged and the connection went away before the dot was written.
  else if (claim.isOpen && withheld.length > 0) await claim.abandon(withheld, 'connection-lost');
  else return loaded;
  return claim.loaded;
}

/** The receiver was not asked, for this reason, and no claim was made. */
export async function recordUnsent(
  ports: DeliveryPorts,
  loaded: Loaded<EmailState, EmailEvent>,
  attempt: Attempt,
  reply: RecipientReply,
): Promise<void> {
  traceAttempt(ports, attempt, null, { replies: [reply], unknown: [], withheld: [] });
  await recordReplies(ports, loaded, { ...attempt, tls: null }, null, [reply]);
}

/** `route` null: none was found, or the receiver was not asked. */
async function recordReplies(
  ports: Recording,
  loaded: Loaded<EmailState, EmailEvent>,
  attempt: AttemptMade,
  route: Route | null,
  replies: readonly RecipientReply[],
): Promise<Loaded<EmailState, EmailEvent>> {
  const answers = replies.flatMap((reply) => answersOf(ports, attempt, route, loaded.state, reply));
  const mxSet = route === null ? null : mxSetOf(route);
  return inParts(answers, loaded, (part, before) =>
    record(ports, before, attempt, route, {
      type: 'RecordAnswers',
      answers: part,
      mxSet,
      answeredBy: route?.kind ?? null,
    }),
  );
}

/** Each reply is kept with its conversation, of up to 8 KiB: of so many the append is below its limit. */
const mostAtOnce = 50;

/** One append after the other. */
async function inParts<Item>(
  items: readonly Item[],
  loaded: Loaded<EmailState, EmailEvent>,
  append: (part: readonly Item[], before: Loaded<EmailState, EmailEvent>) => Promise<Loaded<EmailState, EmailEvent>>,
): Promise<Loaded<EmailState, EmailEvent>> {
  let after = loaded;
  for (let from = 0; from < items.length; from += mostAtOnce) {
    after = await append(items.slice(from, from + mostAtOnce), after);
  }
  return after;
}

type Facts =
  | Pick<RecordAnswers, 'type' | 'answers' | 'mxSet' | 'answeredBy'>
  | Pick<RecordOutcomeUnknown, 'type' | 'recordedBy' | 'replies'>;

async function record(
  ports: Recording,
  loaded: Loaded<EmailState, EmailEvent>,
  attempt: AttemptMade,
  route: Route | null,
  facts: Facts,
): Promise<Loaded<EmailState, EmailEvent>> {
  const { attemptId, provenance } = attempt;
  const nowMs = ports.clock.now();
  const policy = prolonged(ports.settings.policy, nowMs - ports.clock.settledNow());
  const command = { ...facts, attemptId, policy, nowMs, jitter: ports.jitter() };
  const options = { patience: factPatience, loaded, personal: true };
  const handled = await handle(ports, email, loaded.stream, command, provenance, options);
  if ('events' in handled) {
    for (const event of handled.events) {
      count(ports, event.type);
      resultsIn(event, attempt, route, command.nowMs).forEach(ports.onResult);
    }
  }
  return handled.loaded;
}

/** A mail whose keys were destroyed while it waited, or whose domain was deleted, can never be sent. */
export async function giveUp(
  ports: DeliveryPorts,
  loaded: Loaded<EmailState, EmailEvent>,
  recipients: readonly number[],
  reason: 'erased' | 'domain-deleted' | 'too-large',
  provenance: Provenance,
): Promise<void> {
  const options = { patience: factPatience, loaded, personal: true };
  await handle(ports, email, loaded.stream, { type: 'GiveUp', recipients, reason }, provenance, options);
  ports.onAttempt('failed');
}

function answersOf(
  { complains }: Pick<DeliveryPorts, 'complains'>,
  { accepted }: Attempt,
  route: Route | null,
  state: EmailState,
  reply: RecipientReply,
): RecipientAnswer[] {
  const { step, text, host } = reply;
  const stated = statedDelayOf(reply);
  return reply.recipients.flatMap((number) => {
    const recipient = accepted.recipients[number];
    if (recipient === undefined) return [];
    const tries = state.status === 'accepted' ? (state.recipients[number]?.tries ?? 0) : 0;
    const { code, enhancedCode } = codesOfTry(reply, tries);
    // For a delivery on the first try, the claim and the last reply hold everything.
    const isPlain = step === 'dot' && code !== null && code < 300 && tries === 0;
    const said = isPlain || reply.conversation === undefined ? {} : { conversation: reply.conversation };
    // What was taken is not judged.
    const { sharedBy } = reply;
    const isTaken = code !== null && code < 300;
    const among = sharedBy === undefined || isTaken || isDoubtful(state, number) ? {} : { recipients: sharedBy };
    const detail = plain(recipient.mailbox.kid, { text, host, ...said });
    const recorded = { step, code, enhancedCode, ...among, detail };
    const address = reveal(recipient.mailbox)?.address ?? '';
    return [
      {
        recipient: number,
        reply: recorded,
        ...(stated === undefined ? {} : { statedDelayMs: stated }),
        ...(route?.kind === 'catcher' && complains(address) ? { complains: true } : {}),
      },
    ];
  });
}

/**
 * Whether a receiver has refused it together with others, and took none of them since: asked for each alone, it may
 * mean the message again. Of one whose companion it took it is known whom it means.
 */
function isDoubtful(state: EmailState, number: number): boolean {
  if (state.status !== 'accepted' || state.apart?.includes(number) !== true) return false;
  return !state.apart.some((other) => state.recipients[other]?.status === 'delivered');
}

/** In the place of a reply that was never seen: how it was lost, and the conversation before. */
function unansweredOf({ accepted }: Attempt, reply: RecipientReply): UnansweredRecipient[] {
  const { step, code, enhancedCode, text, host, conversation } = reply;
  const said = conversation === undefined ? {} : { conversation };
  return reply.recipients.flatMap((number) => {
    const recipient = accepted.recipients[number];
    if (recipient === undefined) return [];
    const detail = plain(recipient.mailbox.kid, { text, host, ...said });
    return [{ recipient: number, reply: { step, code, enhancedCode, detail } }];
  });
}

function count(ports: Pick<DeliveryPorts, 'onAttempt'>, type: string): void {
  if (type === 'EmailDelivered') ports.onAttempt('delivered');
  else if (type === 'DeliveryDeferred') ports.onAttempt('deferred');
  else if (type === 'EmailBounced') ports.onAttempt('bounced');
  else if (type === 'EmailFailed') ports.onAttempt('failed');
  else if (type === 'DeliveryOutcomeUnknown') ports.onAttempt('unknown');
}
