import {
  type MailTransport,
  mxSetOf,
  type OutgoingTransaction,
  type TransactionResult,
} from '../../application/ports/mail-transport.js';
import { domainOfAddress } from '../../domain/shared/mailbox.js';
import { PoolClosed, type Wanted } from './connection-pool.js';
import type { DialSettings } from './destination.js';
import { createDestinationPools, type DestinationPool, type PoolsSettings } from './destination-pools.js';
import type { SmtpConnection } from './smtp-connection.js';
import { type Ending, NotConnected, repliesFor } from './smtp-failure.js';
import { createTlsMemory } from './tls-memory.js';
import { type Outcome, transact } from './transaction.js';

export interface MailTransportSettings
  extends Omit<PoolsSettings, 'idleTimeoutMs' | 'forgetAfterMs' | 'tlsMemory'>,
    Partial<Pick<PoolsSettings, 'idleTimeoutMs' | 'forgetAfterMs'>> {
  /** How long a host is remembered whose STARTTLS failed. */
  readonly brokenTlsMemoryMs?: number;
}

type Addressed = Pick<OutgoingTransaction, 'route' | 'recipients'>;

const defaults = { idleTimeoutMs: 60_000, forgetAfterMs: 600_000 } as const;
const defaultBrokenTlsMemoryMs = 3 * 86_400_000;

/** Mail over kept SMTP connections, a pool for each MX set. Connections are opened as they are needed. */
export function createMailTransport(given: MailTransportSettings): MailTransport {
  const tlsMemory = createTlsMemory(given.brokenTlsMemoryMs ?? defaultBrokenTlsMemoryMs);
  const settings = { ...defaults, ...given, tlsMemory };
  const pools = createDestinationPools(settings);
  let closing = false;

  async function over<Result>(
    transaction: Addressed,
    work: (destination: DestinationPool) => Promise<Result>,
  ): Promise<Result | TransactionResult> {
    if (closing) return withheld(transaction);
    const destination = pools.of(transaction.route);
    if (destination === undefined) return notConnected(transaction, 'connect', noRoute, mxSetOf(transaction.route));
    try {
      return await work(destination);
    } catch (error) {
      if (error instanceof PoolClosed || closing) return withheld(transaction);
      if (error instanceof NotConnected) {
        const { conversation } = error;
        const result = notConnected(transaction, error.step, error.ending, error.host ?? destination.host);
        if (conversation === undefined) return result;
        return { ...result, replies: result.replies.map((reply) => ({ ...reply, conversation })) };
      }
      throw error;
    }
  }

  return {
    reach: (transaction) =>
      over(transaction, async (destination) => {
        const { pool } = destination;
        pool.release(await takeFrom(destination, wantedBy(transaction)));
        pool.admit();
        return undefined;
      }),
    send: (transaction) =>
      over(transaction, async (destination) => {
        const result = await sendOver(destination, transaction, settings);
        return closing ? withoutOwnFailures(result) : result;
      }),
    concurrency: (mxSet) => pools.concurrency(mxSet),
    async close(graceMs) {
      closing = true;
      await pools.close(graceMs);
    },
  };
}

async function sendOver(
  destination: DestinationPool,
  transaction: OutgoingTransaction,
  settings: DialSettings,
): Promise<TransactionResult> {
  const first = await attempt(destination, transaction, settings, false);
  // A kept connection may have died unseen. Nothing was taken, and a fresh one shows whether the receiver is there.
  if (!first.neverBegun || !first.reused) return first.result;
  return (await attempt(destination, transaction, settings, true)).result;
}

async function attempt(
  destination: DestinationPool,
  transaction: OutgoingTransaction,
  settings: DialSettings,
  fresh: boolean,
): Promise<Outcome & { readonly reused: boolean }> {
  const { pool, patient, limit, habits } = destination;
  const isPatient = transaction.recipients.every(({ address }) => habits.isSlow(address));
  if (isPatient && patient.demand >= destination.mostPatient)
    return { ...keptWaiting(destination, transaction), reused: false };
  const lane = isPatient ? patient : pool;
  const epoch = limit.epoch();
  const connection = await takeFrom({ pool: lane, limit }, { ...wantedBy(transaction), fresh });
  const reused = connection.transactions > 0;
  try {
    // By name: to copy all settings for each email costs more than the rest of this function.
    const { commandTimeoutMs, afterDotTimeoutMs, tlsMemory } = settings;
    const taking = { commandTimeoutMs, afterDotTimeoutMs, tlsMemory, habits, isPatient };
    const outcome = await transact(connection, transaction, taking);
    // A kept connection that had died unseen is no refusal: a fresh one is tried.
    // One that took long to wait for says nothing of the others.
    if (isRefusal(outcome.result) && !isPatient && !(reused && outcome.neverBegun)) limit.refused(epoch);
    else if (isTaken(outcome.result) && pool.isFull) limit.succeeded();
    if (connection.isTarpit && !isPatient) limit.heldBack();
    return { ...outcome, reused };
  } finally {
    void connection.readyAgain.then(() => {
      lane.release(connection);
      lane.admit();
    });
  }
}

function wantedBy({ tls, recipients }: Pick<OutgoingTransaction, 'tls' | 'recipients'>): Wanted {
  return { demand: tls, domain: domainOfAddress(recipients[0]?.address ?? '') };
}

/** Others wait for late answers already: it has its own schedule. */
function keptWaiting({ host }: DestinationPool, { recipients }: Addressed): Outcome {
  const ending = {
    code: 451,
    enhancedCode: '4.3.2',
    text: '4.3.2 not sent: the receiver holds its replies to RCPT back',
  };
  return {
    result: { replies: repliesFor(recipients, 'rcpt', ending, host), unknown: [], withheld: [] },
    neverBegun: false,
  };
}

async function takeFrom(
  { pool, limit }: Pick<DestinationPool, 'pool' | 'limit'>,
  wanted: Wanted,
): Promise<SmtpConnection> {
  const epoch = limit.epoch();
  try {
    return await pool.take(wanted);
  } catch (error) {
    if (!(error instanceof NotConnected) || !isRefusedAt(error.step)) throw error;
    limit.refused(epoch);
    if (!pool.isBusy) throw error;
    // It serves the others, and wants no more of them at once: the mail waits for one of these.
    return pool.take(wanted);
  }
}

/** What the DNS says, or what one sender misses in a receiver's TLS, says nothing about how much it takes. */
function isRefusedAt(step: NotConnected['step']): boolean {
  return step === 'connect' || step === 'greeting' || step === 'ehlo';
}

/** RFC 5321 §3.8: the receiver closes, with 421 or without a word. */
function isRefusal({ replies, unknown }: TransactionResult): boolean {
  return unknown.length > 0 || replies.some(({ code }) => code === null || code === 421);
}

function isTaken({ replies }: TransactionResult): boolean {
  return replies.some(({ step, code }) => step === 'dot' && code !== null && code < 300);
}

const noRoute: Ending = { code: null, enhancedCode: null, text: 'no such route' };

function notConnected(
  { recipients }: Addressed,
  step: NotConnected['step'],
  ending: Ending,
  host: string,
): TransactionResult {
  return { replies: repliesFor(recipients, step, ending, host), unknown: [], withheld: [] };
}

function withheld({ recipients }: Addressed): TransactionResult {
  return { replies: [], unknown: [], withheld: recipients.flatMap((recipient) => recipient.recipients) };
}

/** What our own closing cut off before the dot is no failure: it was not sent, and is due as before. */
function withoutOwnFailures(result: TransactionResult): TransactionResult {
  const cut = result.replies.filter(({ code }) => code === null);
  return {
    ...result,
    replies: result.replies.filter(({ code }) => code !== null),
    withheld: [...result.withheld, ...cut.flatMap(({ recipients }) => recipients)],
  };
}
