import { linkProblems, linkRemedy } from '../../domain/shared/link-trouble.js';
import type { EmailState } from '../../domain/email/state.js';
import type { EmailAccepted, EmailEvent } from '../../domain/email/events.js';
import { reveal } from '../../domain/shared/personal.js';
import { addressOfReturnPath } from '../bounce/return-path.js';
import type { EnvelopeRecipient, OutgoingTransaction, Route, TransactionResult } from '../ports/mail-transport.js';
import { demandOf, mxSetOf } from '../ports/mail-transport.js';
import type { SendingDomains } from '../sending-domain/sending-domains.js';
import type { Loaded } from '../shared/handle.js';
import type { Attempt } from './attempt.js';
import { Claim } from './claim.js';
import { composeMessage } from './compose-message.js';
import type { DeliveryPorts } from './delivery-ports.js';
import { recordResult } from './record-result.js';
import { MailHeld } from './mail-held.js';
import { suppressListed } from './suppress-listed.js';

interface Destined {
  readonly route: Route;
  /** Recipient numbers. */
  readonly recipients: readonly number[];
  readonly isPaused: () => boolean;
}

/**
 * Sends a mail to recipients of one route. Those whom a transaction had no room for go in the next one at once, without
 * a delay and without a try counted (RFC 5321 §4.5.3.1.10). Each transaction is an attempt with a claim of its own;
 * between two of them all that are left are due, so that a crash loses none.
 */
export async function sendTogether(
  ports: DeliveryPorts,
  loaded: Loaded<EmailState, EmailEvent>,
  attempt: Attempt,
  { route, recipients, isPaused }: Destined,
): Promise<void> {
  const { accepted } = attempt;
  const ofDomain = await ports.domains.tls(accepted.domainId);
  const tls = accepted.isAnyTlsEnough === true ? 'any' : demandOf(route, ofDomain);
  const to = { route, recipients: envelope(accepted, recipients), tls };
  const reachedAtMs = ports.clock.now();
  // Not known to answer: many that do not shall cost no memory for their mails.
  const ended = ports.receivers.answers(mxSetOf(route)) ? undefined : await ports.transport.reach(to);
  if (ended !== undefined) {
    await endWith(ports, new Claim(ports, loaded, attempt, route), attempt, ended, reachedAtMs);
    return;
  }
  const message = await messageTo(ports, loaded, attempt, recipients);
  let state = loaded;
  let next = attempt;
  let numbers = recipients;
  for (let left = mostTransactions(recipients); left > 0; left -= 1) {
    const claim = new Claim(ports, state, next, route);
    const begunAtMs = ports.clock.now();
    const result = await ports.transport.send({
      ...to,
      ...message,
      recipients: envelope(accepted, numbers),
      // It may have been paused while the mail waited for a connection.
      beforeDot: async (asked) => !isPaused() && claim.beforeDot(asked),
    });
    state = await endWith(ports, claim, next, result, begunAtMs);
    numbers = result.rest ?? [];
    // All that are left are due now, under a generation of their own.
    if (result.apart !== undefined) return;
    if (numbers.length === 0 || isPaused() || !ports.workers.own().isHeld()) return;
    // The list may have changed while the last one ran. Who is not on it is due, and is offered again.
    if (await suppressListed(ports, state, accepted, numbers, attempt.provenance)) return;
    next = { ...attempt, attemptId: ports.ids.next(), begunAtMs: ports.clock.now() };
  }
}

/** Each settles one of them, or learns of one that it is answered late; and a few that learn something of the host. */
function mostTransactions(recipients: readonly number[]): number {
  return recipients.length * 2 + 4;
}

async function messageTo(
  ports: DeliveryPorts,
  loaded: Loaded<EmailState, EmailEvent>,
  attempt: Attempt,
  recipients: readonly number[],
): Promise<Pick<OutgoingTransaction, 'reversePath' | 'message' | 'inSevenBits' | 'dsn'>> {
  const { accepted } = attempt;
  const reversePath = await reversePathOf(ports.domains, attempt, recipients);
  const [first = 0] = recipients;
  if (accepted.subscription?.isLinked === true && !accepted.sandbox && ports.linkTrouble != null) {
    throw new MailHeld(`it needs links to unsubscribe. ${linkProblems[ports.linkTrouble]}. ${linkRemedy}`);
  }
  const waysToLeave = accepted.subscription?.isLinked === true ? ports.waysToLeave(attempt.emailId, first) : [];
  const isItsOwn = accepted.subscription?.isLinked === true || accepted.recipients.length === 1;
  const composed = await composeMessage(ports, loaded.keyRing, attempt, waysToLeave, isItsOwn ? first : null);
  const asked = accepted.raw?.dsn ?? null;
  const dsn = asked === null ? undefined : reveal(asked);
  return { reversePath, ...(dsn === undefined ? {} : { dsn }), ...composed };
}

async function endWith(
  ports: DeliveryPorts,
  claim: Claim,
  attempt: Attempt,
  result: TransactionResult,
  sinceMs: number,
): Promise<Loaded<EmailState, EmailEvent>> {
  // The relay and the catcher are ours: they are asked each time.
  if (claim.route.kind === 'mx') ports.parking.note(claim.route.mxSet, result, sinceMs);
  return recordResult(ports, claim, attempt, result);
}

/** One RCPT for an address, however often it is named. */
function envelope(accepted: EmailAccepted['data'], numbers: readonly number[]): readonly EnvelopeRecipient[] {
  const byAddress = new Map<string, EnvelopeRecipient & { readonly recipients: number[] }>();
  for (const number of numbers) {
    const recipient = accepted.recipients[number];
    const address = recipient === undefined ? undefined : reveal(recipient.mailbox)?.address;
    if (recipient === undefined || address === undefined) continue;
    const known = byAddress.get(address);
    const dsn = recipient.dsn === null ? undefined : reveal(recipient.dsn);
    if (known !== undefined) known.recipients.push(number);
    else byAddress.set(address, { address, recipients: [number], ...(dsn === undefined ? {} : { dsn }) });
  }
  return [...byAddress.values()];
}

/**
 * Where bounces of a mail go: an address of its own under the domain's return path, which SPF is asked of and DMARC
 * finds aligned (RFC 7489 §3.1.2). The sender's own address where the DNS does not show the return path: no receiver
 * takes mail from a name that does not exist.
 */
async function reversePathOf(
  domains: Pick<SendingDomains, 'returnPath'>,
  { emailId, accepted }: Pick<Attempt, 'emailId' | 'accepted'>,
  recipients: readonly number[],
): Promise<string> {
  const host = await domains.returnPath(accepted.domainId);
  if (host === undefined) return reveal(accepted.content)?.from.address ?? '';
  const [first = 0] = recipients;
  const isOfOne = recipients.length === 1 && accepted.recipients.length > 1;
  return addressOfReturnPath({ emailId, recipient: isOfOne ? first : null }, host);
}
