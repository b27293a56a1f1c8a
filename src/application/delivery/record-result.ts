import type { RecipientAnswer } from '../../domain/email/commands.js';
import { email } from '../../domain/email/email.js';
import { statedDelayMs } from '../../domain/email/reply.js';
import type { EmailState } from '../../domain/email/state.js';
import { plain } from '../../domain/shared/personal.js';
import type { RecipientReply, TransactionResult } from '../ports/mail-transport.js';
import { factPatience, handle, type Loaded, type Occasion } from '../shared/handle.js';
import type { Attempt } from './attempt.js';
import type { Claim } from './claim.js';
import type { DeliveryPorts } from './delivery-ports.js';

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
    const handled = await handle(ports, email, loaded.stream, command, claim.occasion(), options);
    loaded = handled.loaded;
    if ('events' in handled) for (const event of handled.events) count(ports, event.type);
  };
  const answers = result.replies.flatMap((reply) => answersOf(attempt, reply));
  if (answers.length > 0) await record({ type: 'RecordAnswers', ...common, answers });
  if (result.unknown.length > 0) await record({ type: 'RecordOutcomeUnknown', ...common, recordedBy: 'worker' });
  // The claim was acknowledged and the connection went away before the dot was written.
  if (claim.isOpen() && result.withheld.length > 0) await claim.abandon(result.withheld, 'connection-lost');
}

/** A mail whose keys were destroyed while it waited, or whose domain was deleted, can never be sent. */
export async function giveUp(
  ports: DeliveryPorts,
  loaded: Loaded<EmailState>,
  recipients: readonly number[],
  reason: 'erased' | 'domain-deleted',
  occasion: Occasion,
): Promise<void> {
  const options = { patience: factPatience, loaded, personal: true };
  await handle(ports, email, loaded.stream, { type: 'GiveUp', recipients, reason }, occasion, options);
  ports.onAttempt('failed');
}

function answersOf({ accepted }: Attempt, reply: RecipientReply): RecipientAnswer[] {
  const { step, code, enhancedCode, text, host } = reply;
  const stated = code !== null && code >= 400 && code < 500 ? statedDelayMs(text) : undefined;
  return reply.recipients.flatMap((number) => {
    const recipient = accepted.recipients[number];
    if (recipient === undefined) return [];
    const recorded = { step, code, enhancedCode, detail: plain(recipient.mailbox.kid, { text, host }) };
    return [{ recipient: number, reply: recorded, ...(stated === undefined ? {} : { statedDelayMs: stated }) }];
  });
}

function count(ports: DeliveryPorts, type: string): void {
  if (type === 'EmailDelivered') ports.onAttempt('delivered');
  else if (type === 'DeliveryDeferred') ports.onAttempt('deferred');
  else if (type === 'EmailBounced') ports.onAttempt('bounced');
  else if (type === 'EmailFailed') ports.onAttempt('failed');
  else if (type === 'DeliveryOutcomeUnknown') ports.onAttempt('unknown');
}
