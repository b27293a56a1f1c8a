import type { EnvelopeRecipient, RecipientReply } from '../../application/ports/mail-transport.js';
import type { SmtpStep } from '../../domain/email/judging/judgement.js';
import { asksForAnotherTransaction, asksForTls } from '../../domain/email/judging/what-it-asks.js';
import type { Envelope } from './envelope.js';
import type { ReceiverHabits } from './receiver-habits.js';
import type { SmtpReply } from './reply-parser.js';
import type { SmtpConnection } from './smtp-connection.js';
import type { TlsMemory } from './tls-memory.js';
import { ConnectionLost, type Ending, endingOfError, endingOfReply, repliesFor } from './smtp-failure.js';

/** A step ended the transaction for every recipient that had no reply of its own yet. */
export class StepEnded extends Error {
  constructor(
    readonly step: SmtpStep,
    readonly ending: Ending,
  ) {
    super(ending.text);
  }
}

/** What became of the recipients of one transaction so far. */
export interface Answers {
  /** Refused by a reply about themselves. */
  readonly replies: RecipientReply[];
  readonly accepted: EnvelopeRecipient[];
  /** Had no room in this transaction, and may be asked for in the next. */
  readonly full: EnvelopeRecipient[];
  /** Not asked for over this connection any more, and at once over another. */
  readonly elsewhere: EnvelopeRecipient[];
}

export interface ReceiverSettings {
  readonly commandTimeoutMs: number;
  readonly tlsMemory: TlsMemory;
  readonly habits: ReceiverHabits;
  /** Waits for replies that are held back, instead of leaving for another connection. */
  readonly isPatient: boolean;
}

/**
 * Up to and including DATA. Each recipient is settled by its own reply: what was pipelined behind the last of them is
 * not waited for.
 *
 * @returns whether the receiver waits for the data.
 */
export async function askRecipients(
  connection: SmtpConnection,
  envelope: Envelope,
  answers: Answers,
  settings: ReceiverSettings,
): Promise<boolean> {
  const { commandTimeoutMs, habits, tlsMemory, isPatient } = settings;
  if (connection.needsReset) await reset(connection, commandTimeoutMs);
  const commands = [envelope.mail, ...envelope.rcpt, 'DATA'];
  const together = connection.extensions.pipelining ? connection.pipeline(commands, commandTimeoutMs) : undefined;
  const ask = (index: number): Promise<SmtpReply> =>
    together?.[index] ?? connection.command(commands[index] ?? 'NOOP', commandTimeoutMs);
  const dataIndex = commands.length - 1;
  // Where DATA went along with the rest, its reply must be heard before the connection can serve again.
  const leave = (): void => abort(connection, together?.[dataIndex]);

  const beganAtMs = performance.now();
  const mailReply = await during(connection, 'mail', ask(0));
  if (!isPositive(mailReply)) {
    leave();
    throw new StepEnded('mail', endingOfReply(mailReply));
  }
  habits.answeredIn(performance.now() - beganAtMs);
  const isPipelined = together !== undefined;
  const turn = { habits, tlsMemory, isPatient, isPipelined, ask: (index: number) => ask(index + 1) };
  await askEach(connection, envelope.recipients, answers, turn);
  if (!connection.isAlive) return false;
  if (answers.accepted.length === 0) {
    leave();
    return false;
  }
  const dataReply = await during(connection, 'data', ask(dataIndex));
  if (dataReply.code === 354) return true;
  abort(connection, undefined);
  throw new StepEnded('data', endingOfReply(dataReply));
}

interface Turn extends Omit<ReceiverSettings, 'commandTimeoutMs'> {
  readonly isPipelined: boolean;
  readonly ask: (index: number) => Promise<SmtpReply>;
}

/** Ends early where the others are better asked for in another transaction; the connection may be left for that. */
async function askEach(
  connection: SmtpConnection,
  recipients: readonly EnvelopeRecipient[],
  answers: Answers,
  turn: Turn,
): Promise<void> {
  const { accepted, full, elsewhere } = answers;
  const { habits, isPipelined } = turn;
  let roomFor: number | undefined;
  for (const [index, recipient] of recipients.entries()) {
    const unasked = recipients.slice(index + 1);
    const askedAtMs = performance.now();
    const asked = turn.ask(index);
    const reply = await during(connection, 'rcpt', turn.isPatient ? asked : within(habits.patienceMs, asked));
    const tookMs = performance.now() - askedAtMs;
    if (reply === undefined) {
      habits.heldBack(recipient.address);
      connection.isTarpit = true;
      connection.destroy('the reply to RCPT is held back');
      elsewhere.push(...accepted.splice(0), recipient, ...unasked);
      return;
    }
    if (isPositive(reply)) {
      habits.accepted(recipient.address, tookMs);
      accepted.push(recipient);
      continue;
    }
    const ending = endingOfReply(reply);
    const isFull = sortRefusal(connection, recipient, ending, answers, turn);
    if (isFull) roomFor ??= accepted.length;
    // To ask for the others would only earn more refusals.
    if (isFull && !isPipelined) {
      full.push(...unasked);
      break;
    }
    if (tookMs < habits.patienceMs / 2) continue;
    // Each further refusal would take longer than the last.
    connection.isTarpit = true;
    if (unasked.length === 0) break;
    elsewhere.push(...unasked);
    if (!isPipelined) break;
    connection.destroy('refusals are held back');
    elsewhere.push(...accepted.splice(0));
    return;
  }
  // Where others were accepted behind it, it was no matter of number.
  if (roomFor !== undefined && roomFor > 0 && accepted.length === roomFor) habits.takesAtMost(roomFor);
}

/** @returns whether the transaction has no room for the recipient. */
function sortRefusal(
  connection: SmtpConnection,
  recipient: EnvelopeRecipient,
  ending: Ending,
  { replies, accepted, full, elsewhere }: Answers,
  { tlsMemory }: Pick<ReceiverSettings, 'tlsMemory'>,
): boolean {
  if (isInClear(connection, ending, tlsMemory)) {
    elsewhere.push(recipient);
    return false;
  }
  const isFull = asksForAnotherTransaction(ending, accepted.length);
  if (isFull && accepted.length > 0) full.push(recipient);
  else replies.push(...repliesFor([recipient], 'rcpt', ending, connection.host));
  return isFull;
}

/** The receiver refuses because there is no TLS, which is remembered of it. */
export function isInClear({ tls, host }: SmtpConnection, ending: Ending, tlsMemory: TlsMemory): boolean {
  if (tls !== null || !asksForTls(ending)) return false;
  tlsMemory.asked(host);
  return true;
}

/** @returns undefined when there is no answer within the time. */
function within<Value>(timeoutMs: number, answer: Promise<Value>): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    // What has arrived while this process was busy is read first.
    const timer = setTimeout(() => setImmediate(() => resolve(undefined)), timeoutMs);
    const settle =
      <Given>(how: (given: Given) => void) =>
      (given: Given): void => {
        clearTimeout(timer);
        how(given);
      };
    answer.then(settle(resolve), settle(reject));
  });
}

/** How long a connection may take to be of use again after a transaction that will not be finished. */
const drainTimeoutMs = 1_000;

/**
 * Leaves a transaction that will not be finished. After 354 only the end of the data is understood, so we go; and where
 * what was pipelined is not answered soon.
 */
function abort(connection: SmtpConnection, data: Promise<SmtpReply> | undefined): void {
  connection.needsReset = true;
  if (data !== undefined) connection.readyAgain = drain(connection, data);
}

async function drain(connection: SmtpConnection, data: Promise<SmtpReply>): Promise<void> {
  try {
    const reply = await within(drainTimeoutMs, data);
    if (reply === undefined) connection.destroy('the reply to DATA is held back');
    else if (reply.code < 400) connection.destroy('no recipient was accepted');
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
  }
}

async function reset(connection: SmtpConnection, timeoutMs: number): Promise<void> {
  const reply = await during(connection, 'mail', connection.command('RSET', timeoutMs));
  if (!isPositive(reply)) {
    connection.destroy('RSET was refused');
    throw new StepEnded('mail', { code: null, enhancedCode: null, text: 'RSET was refused' });
  }
  connection.needsReset = false;
}

/** A lost connection and a 421 (RFC 5321 §3.8) end the step for all that are left. */
export async function during<Value>(connection: SmtpConnection, step: SmtpStep, value: Promise<Value>): Promise<Value> {
  let answer: Value;
  try {
    answer = await value;
  } catch (error) {
    throw new StepEnded(step, endingOfError(error));
  }
  if (isClosing(answer)) {
    connection.destroy('the receiver is closing');
    throw new StepEnded(step, endingOfReply(answer));
  }
  return answer;
}

function isClosing(answer: unknown): answer is SmtpReply {
  return typeof answer === 'object' && answer !== null && 'code' in answer && answer.code === 421;
}

function isPositive({ code }: SmtpReply): boolean {
  return code >= 200 && code < 300;
}
