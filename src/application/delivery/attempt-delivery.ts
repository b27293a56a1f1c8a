import type { EmailState } from '../../domain/email/state.js';
import { email } from '../../domain/email/email.js';
import type { EmailAccepted } from '../../domain/email/events.js';
import { BudgetExceeded } from '../../domain/shared/cost-budget.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { mxSetOf } from '../ports/mail-transport.js';
import type { JobEnd, JobPayloads, Place } from '../ports/work-queue.js';
import { load, type Provenance } from '../shared/handle.js';
import type { Attempt } from './attempt.js';
import type { DeliveryPorts } from './delivery-ports.js';
import { giveUp, recordUnsent } from './record-result.js';
import { routeTogether } from './route-together.js';
import { sendTogether } from './send-together.js';
import { suppressListed } from './suppress-listed.js';
import { acceptedIn } from '../../domain/email/accepted-in.js';

type EmailJob = JobPayloads['email'];

/**
 * One SMTP transaction for a job's mail, or as many as its receiver makes of it: to every due recipient whose route is
 * the same, each named by number. A stale job does nothing, and one whose receiver is left alone comes again. Throws
 * where the mail cannot be read (it is held and offered again).
 */
export async function attemptDelivery(ports: DeliveryPorts, job: EmailJob, place: Place): Promise<JobEnd> {
  return (await attemptOnce(ports, job, place)) ?? 'done';
}

/**
 * `wentOn`: this attempt has already written, so the state that was known of the email is out of date. `served`: those
 * that this job has dealt with, whatever became of them.
 * @returns undefined when the job is done.
 */
async function attemptOnce(
  ports: DeliveryPorts,
  job: EmailJob,
  place: Place,
  wentOn = false,
  served: ReadonlySet<number> = new Set(),
): Promise<JobEnd | undefined> {
  // The lease may be back in a moment, and others have theirs.
  if (!ports.workers.own().isHeld()) return 'not-now';
  const stream = streamName('email', job.emailId);
  // When the stream has moved on, the copy is out of date and the claim would not be appended.
  const fresh = job.generation === 1 && !wentOn ? ports.fresh.take(stream) : undefined;
  const loaded = await load(ports, email, stream, true, fresh);
  const opening = acceptedIn(loaded.events);
  if (opening === undefined || loaded.state.status !== 'accepted') return undefined;
  if (loaded.state.generations[job.destination] !== job.generation) return undefined;
  if (!wentOn && (await ports.held.holds(loaded))) return undefined;

  const accepted = opening.event.data;
  // A mail is sent as its domain demanded when it was accepted, or demands since: never as it did before.
  if (!ports.fresh.hasReached(opening.position)) ports.domains.forget(streamName('domain', accepted.domainId));
  const due = dueRecipients(loaded.state, ports.clock.now()).filter(
    (number) => !ports.isPaused({ destination: accepted.recipients[number]?.destination ?? '', mxSet: null }),
  );
  const wanted = due.filter(
    (number) => accepted.recipients[number]?.destination === job.destination && !served.has(number),
  );
  if (wanted.length === 0) return undefined;

  const erased = due.filter((number) => 'erased' in (accepted.recipients[number]?.mailbox ?? {}));
  const provenance = provenanceOf(opening, loaded.events.at(-1) ?? opening);
  if (erased.length > 0 || 'erased' in accepted.content) {
    await giveUp(ports, loaded, 'erased' in accepted.content ? due : erased, 'erased', provenance);
    // The others are due as before, and their job is this one.
    return 'erased' in accepted.content ? undefined : attemptOnce(ports, job, place, true, served);
  }
  if (await ports.domains.isDeleted(accepted.domainId)) {
    await giveUp(ports, loaded, due, 'domain-deleted', provenance);
    return undefined;
  }
  // The others are due as before, and their job is this one.
  if (await suppressListed(ports, loaded, accepted, due, provenance))
    return attemptOnce(ports, job, place, true, served);
  const { emailId } = job;
  const { isOwnCopy, asked, others } = companyOf(accepted, loaded.state.apart ?? [], wanted, due);
  const { startsAt } = loaded.state;
  const begunAtMs = ports.clock.now();
  const base: Attempt = { attemptId: ports.ids.next(), emailId, accepted, startsAt, provenance, begunAtMs };
  const found = await withoutPlaceWhenSlow(ports, place, () => routeTogether(ports.route, accepted, asked, others));
  if ('unroutable' in found) {
    await recordUnsent(ports, loaded, base, { recipients: asked, step: 'dns', ...found.unroutable });
    return undefined;
  }
  const { route } = found;
  const together = isOwnCopy ? sameAddress(accepted, found.together) : found.together;
  ports.receivers.learn(job.destination, route);
  const mxSet = mxSetOf(route);
  const isPaused = (): boolean => ports.isPaused({ destination: job.destination, mxSet });
  if (isPaused()) return undefined;
  if (!place.joins(mxSet)) return 'not-now';
  const down = ports.parking.down(mxSet);
  if (down !== undefined) await recordUnsent(ports, loaded, base, { recipients: together, ...down });
  else {
    const send = async (): Promise<void> => {
      try {
        await sendTogether(ports, loaded, base, { route, recipients: together, isPaused });
      } catch (error) {
        // It was accepted before its size was worked out: it would cost as much at each try.
        if (!(error instanceof BudgetExceeded)) throw error;
        await giveUp(ports, loaded, together, 'too-large', provenance);
      }
    };
    await withoutPlaceWhenSlow(ports, place, () => (isLarge(accepted) ? ports.largeMails.run(send) : send()));
  }
  if (asked.length < wanted.length || (isOwnCopy && together.length < wanted.length)) {
    return attemptOnce(ports, job, place, true, new Set([...served, ...together]));
  }
  return undefined;
}

/** Limit for composed emails, which are held in memory as a whole; raw messages are sent as they are read. */
const largeBytes = 1024 * 1024;

function isLarge({ raw, body, attachments }: EmailAccepted['data']): boolean {
  const attached = attachments.reduce((sum, { content }) => sum + content.sizeBytes, 0);
  return raw === null && body.sizeBytes + attached > largeBytes;
}

/** A question that takes longer than {@link DeliverySettings.slowAfterMs} is waited for without a place. */
async function withoutPlaceWhenSlow<Result>(
  { settings }: Pick<DeliveryPorts, 'settings'>,
  place: Place,
  ask: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => place.standAside(), settings.slowAfterMs);
  try {
    return await ask();
  } finally {
    clearTimeout(timer);
  }
}

/** Recipient numbers that are due by now. */
function dueRecipients(state: Extract<EmailState, { status: 'accepted' }>, nowMs: number): readonly number[] {
  return state.recipients.flatMap((recipient, number) =>
    recipient.status === 'due' && Date.parse(recipient.dueAt) <= nowMs ? [number] : [],
  );
}

/** Whose routes are asked for, and which others may come along. `isOwnCopy`: the first goes alone. */
function companyOf(
  { subscription }: EmailAccepted['data'],
  apart: readonly number[],
  wanted: readonly number[],
  due: readonly number[],
) {
  const isTogether = (number: number): boolean => !apart.includes(number);
  // What has links of each recipient's own is a mail of its own to each.
  const isOwnCopy = subscription?.isLinked === true || !wanted.slice(0, 1).every(isTogether);
  if (isOwnCopy) return { isOwnCopy, asked: wanted, others: wanted };
  return { isOwnCopy, asked: wanted.filter(isTogether), others: due.filter(isTogether) };
}

/** The first, and those that are the same address once more. */
function sameAddress({ recipients }: EmailAccepted['data'], numbers: readonly number[]): readonly number[] {
  const addressOf = (number: number): string | undefined => {
    const recipient = recipients[number];
    return recipient === undefined ? undefined : reveal(recipient.mailbox)?.address;
  };
  const [first = 0] = numbers;
  return numbers.filter((number) => addressOf(number) === addressOf(first));
}

/**
 * Part of the request that brought the mail, and following from what made it due: the accept, a deferral, a new time.
 */
function provenanceOf(opening: Recorded, last: Recorded): Provenance {
  const { teamId, region, correlationId, traceparent } = opening.metadata;
  const traced = traceparent === undefined ? {} : { traceparent };
  return {
    context: { teamId, actor: { kind: 'system', id: 'delivery' }, correlationId, ...traced },
    region,
    causedBy: { id: last.id, position: last.position },
  };
}
