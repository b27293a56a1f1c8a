import type { RecipientAnswer } from '../../domain/email/commands.js';
import { email } from '../../domain/email/email.js';
import { statedDelayMs } from '../../domain/email/reply.js';
import type { AnsweredBy, UnansweredRecipient } from '../../domain/email/events.js';
import type { EmailState } from '../../domain/email/state.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import type { RecipientReply, Route, TransactionResult } from '../ports/mail-transport.js';
import { factPatience, handle, type Loaded, type Provenance } from '../shared/handle.js';
import type { Attempt } from './attempt.js';
import { type Claim, createClaim } from './claim.js';
import type { DeliveryPorts } from './delivery-ports.js';

const noRoute = 'none';

/** Facts from the outside world: recorded for as long as it takes. */
export async function recordResult(
  ports: DeliveryPorts,
  claim: Claim,
  attempt: Attempt,
  result: TransactionResult,
): Promise<void> {
  const { attemptId } = attempt;
  const { policy } = ports.settings;
  const common = { attemptId, policy, nowMs: ports.clock.now(), jitter: ports.jitter() };
  let loaded = claim.loaded();
  const record = async (command: Parameters<typeof email.decide>[0]) => {
    const options = { patience: factPatience, loaded, personal: true };
    const handled = await handle(ports, email, loaded.stream, command, claim.provenance(), options);
    loaded = handled.loaded;
    if ('events' in handled) for (const event of handled.events) count(ports, event.type);
  };
  const answers = result.replies.flatMap((reply) => answersOf(ports, attempt, loaded.state, reply));
  const mxSet = attempt.route.mxSet === noRoute ? null : attempt.route.mxSet;
  const answeredBy = answererOf(attempt.route);
  if (answers.length > 0) await record({ type: 'RecordAnswers', ...common, answers, mxSet, answeredBy });
  if (result.unknown.length > 0) {
    const replies = result.unknown.flatMap((reply) => unansweredOf(attempt, reply));
    await record({ type: 'RecordOutcomeUnknown', ...common, recordedBy: 'worker', replies });
  }
  // The claim was acknowledged and the connection went away before the dot was written.
  if (claim.isOpen() && result.withheld.length > 0) await claim.abandon(result.withheld, 'connection-lost');
}

/** The receiver was not asked, for this reason, and no claim was made. */
export async function recordUnsent(
  ports: DeliveryPorts,
  loaded: Loaded<EmailState>,
  base: Omit<Attempt, 'route'>,
  reply: RecipientReply,
): Promise<void> {
  const attempt = { ...base, route: { mxSet: noRoute } };
  const result = { replies: [reply], unknown: [], withheld: [] };
  await recordResult(ports, createClaim(ports, loaded, attempt), attempt, result);
}

/** A mail whose keys were destroyed while it waited, or whose domain was deleted, can never be sent. */
export async function giveUp(
  ports: DeliveryPorts,
  loaded: Loaded<EmailState>,
  recipients: readonly number[],
  reason: 'erased' | 'domain-deleted',
  provenance: Provenance,
): Promise<void> {
  const options = { patience: factPatience, loaded, personal: true };
  await handle(ports, email, loaded.stream, { type: 'GiveUp', recipients, reason }, provenance, options);
  ports.onAttempt('failed');
}

function answersOf(
  { complains }: Pick<DeliveryPorts, 'complains'>,
  { accepted, route }: Attempt,
  state: EmailState,
  reply: RecipientReply,
): RecipientAnswer[] {
  const { step, code, text, host } = reply;
  // Of what the DNS says of a host no delay is meant.
  const stated = step !== 'dns' && code !== null && code >= 400 ? statedDelayMs(text) : undefined;
  return reply.recipients.flatMap((number) => {
    const recipient = accepted.recipients[number];
    if (recipient === undefined) return [];
    const tries = state.status === 'accepted' ? (state.recipients[number]?.tries ?? 0) : 0;
    const { code, enhancedCode } = untilSaidAgain(reply, tries);
    // Of a delivery at the first try the claim and the last reply tell everything.
    const isPlain = step === 'dot' && code !== null && code < 300 && tries === 0;
    const said = isPlain || reply.conversation === undefined ? {} : { conversation: reply.conversation };
    const recorded = { step, code, enhancedCode, detail: plain(recipient.mailbox.kid, { text, host, ...said }) };
    const address = reveal(recipient.mailbox)?.address ?? '';
    return [
      {
        recipient: number,
        reply: recorded,
        ...(stated === undefined ? {} : { statedDelayMs: stated }),
        ...(route.mxSet === 'catcher' && complains(address) ? { complains: true } : {}),
      },
    ];
  });
}

/** In the place of a reply that was never seen: how it was lost, and what was said before. */
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

function answererOf({ mxSet }: Route): AnsweredBy | null {
  if (mxSet === noRoute) return null;
  return mxSet === 'catcher' || mxSet === 'relay' ? mxSet : 'mx';
}

/** A null MX (RFC 7505) is meant; whatever else the DNS says against a domain may be a slip, and is final at a later try. */
function untilSaidAgain(
  { step, code, enhancedCode }: RecipientReply,
  tries: number,
): Pick<RecipientReply, 'code' | 'enhancedCode'> {
  const slip = step === 'dns' && code !== null && code >= 500 && enhancedCode !== '5.1.10';
  if (!slip || tries > 0) return { code, enhancedCode };
  return { code: 451, enhancedCode: enhancedCode?.replace(/^5/, '4') ?? null };
}

function count(ports: DeliveryPorts, type: string): void {
  if (type === 'EmailDelivered') ports.onAttempt('delivered');
  else if (type === 'DeliveryDeferred') ports.onAttempt('deferred');
  else if (type === 'EmailBounced') ports.onAttempt('bounced');
  else if (type === 'EmailFailed') ports.onAttempt('failed');
  else if (type === 'DeliveryOutcomeUnknown') ports.onAttempt('unknown');
}
