import type {
  EnvelopeRecipient,
  OutgoingTransaction,
  RecipientReply,
  TransactionResult,
} from '../../application/ports/mail-transport.js';
import { asksForAnotherTransaction, speaksOfOneMailbox } from '../../domain/email/judging/what-it-asks.js';
import { type Answers, type ReceiverSettings, askRecipients, during, isInClear, StepEnded } from './ask-recipients.js';
import type { SmtpTimeouts } from './destination.js';
import { dotStuffed, dotStuffedChunks } from './dot-stuffing.js';
import { planEnvelope } from './envelope.js';
import { roomIn } from './recipient-room.js';
import type { SmtpReply } from './reply-parser.js';
import type { SmtpConnection } from './smtp-connection.js';
import { ConnectionLost, type Ending, endingOfReply, repliesFor } from './smtp-failure.js';

export interface Outcome {
  readonly result: TransactionResult;
  /** The receiver closed the connection instead of answering MAIL (or RSET before it): it has taken nothing. */
  readonly neverBegun: boolean;
}

export interface TransactionSettings extends ReceiverSettings, Pick<SmtpTimeouts, 'afterDotTimeoutMs'> {}

/**
 * One mail over a connection, RFC 5321 §3.3. Rejects only where the message could not be read; the connection is
 * destroyed where it is of no more use.
 */
export async function transact(
  connection: SmtpConnection,
  transaction: OutgoingTransaction,
  settings: TransactionSettings,
): Promise<Outcome> {
  const earlier = connection.transactions;
  if (earlier > 0) connection.conversation.beginAgain(`over the connection of ${earlier} earlier emails`);
  connection.transactions += 1;
  const { result, neverBegun } = await exchange(connection, transaction, settings);
  if (connection.isTarpit) connection.quit();
  const withConversation = (reply: RecipientReply): RecipientReply => {
    const named = transaction.recipients.find(({ recipients }) => recipients.some((n) => reply.recipients.includes(n)));
    return { ...reply, conversation: connection.conversation.shownTo(named?.address ?? null) };
  };
  const replies = result.replies.map(withConversation);
  return { result: { ...result, replies, unknown: result.unknown.map(withConversation) }, neverBegun };
}

async function exchange(
  connection: SmtpConnection,
  given: OutgoingTransaction,
  settings: TransactionSettings,
): Promise<Outcome> {
  const transaction = await asTaken(connection, given);
  const planned = planEnvelope(transaction, connection.extensions, connection.host);
  const { envelope, left, late } = roomIn(planned, connection.extensions.limits, settings);
  const answers: Answers = { replies: [...envelope.refused], accepted: [], full: [...left], elsewhere: [...late] };
  if (envelope.recipients.length === 0) {
    return { result: withRest(outcomeOf(answers.replies), answers, connection.host), neverBegun: false };
  }
  try {
    const goesOn = await askRecipients(connection, envelope, answers, settings);
    const result = goesOn ? await sendMessage(connection, transaction, answers, settings) : outcomeOf(answers.replies);
    return { result: withRest(result, answers, connection.host), neverBegun: false };
  } catch (error) {
    if (!(error instanceof StepEnded)) throw error;
    return endedEarly(connection, envelope.recipients, answers, error, settings);
  }
}

/** A step was refused, or the connection lost: for all that have no reply of their own. */
function endedEarly(
  connection: SmtpConnection,
  asked: readonly EnvelopeRecipient[],
  answers: Answers,
  { step, ending }: StepEnded,
  { tlsMemory, habits }: TransactionSettings,
): Outcome {
  const { replies, accepted, full, elsewhere } = answers;
  const { host } = connection;
  const isGone = ending.code === null || ending.code === 421;
  const neverBegun = step === 'mail' && isGone;
  const answered = new Set(replies.flatMap(({ recipients }) => recipients));
  const isOpen = (recipient: EnvelopeRecipient): boolean =>
    !recipient.recipients.some((number) => answered.has(number)) &&
    !full.includes(recipient) &&
    !elsewhere.includes(recipient);
  const open = asked.filter(isOpen);
  if (!isGone && isInClear(connection, ending, tlsMemory)) {
    return { result: { ...outcomeOf(replies), rest: numbersOf([...open, ...full, ...elsewhere]) }, neverBegun };
  }
  // Where it is mail in clear that is refused without a word of TLS, the next connection tries TLS.
  if (step === 'mail' && connection.tls === null && !isGone) tlsMemory.forgive(host);
  if (step !== 'mail' && accepted.length > 1 && asksForAnotherTransaction(ending, 0)) {
    habits.takesAtMost(step === 'rcpt' ? accepted.length : Math.floor(accepted.length / 2));
    if (!isGone)
      return { result: { ...outcomeOf(replies), rest: numbersOf([...open, ...full, ...elsewhere]) }, neverBegun };
  }
  if (step === 'data' && isAboutOneOf(accepted, ending)) {
    return { result: withRest({ ...outcomeOf(replies), apart: numbersOf(accepted) }, answers, host), neverBegun };
  }
  // At MAIL no recipient was named: it is about all, also those that had no room.
  const ended = step === 'mail' ? [...open, ...full.splice(0)] : open;
  const result = outcomeOf([...replies, ...repliesFor(ended, step, ending, host)]);
  return { result: isGone ? withoutRoom(result, answers, host) : withRest(result, answers, host), neverBegun };
}

/** Whom the next transaction takes: as long as this one settled or learned something, RFC 5321 §4.5.3.1.10. */
function withRest(result: TransactionResult, answers: Answers, host: string): TransactionResult {
  // Nothing was recorded of them: they are due as before.
  if (result.withheld.length > 0) return result;
  const settles = result.apart !== undefined || result.replies.some(isSettling);
  if (answers.elsewhere.length === 0 && !settles) return withoutRoom(result, answers, host);
  const rest = numbersOf([...answers.full, ...answers.elsewhere]);
  return rest.length === 0 ? result : { ...result, rest };
}

/** It says something of these recipients, or is the last word. */
function isSettling(reply: RecipientReply): boolean {
  const { step, code } = reply;
  if (code === null || code === 421) return false;
  return step === 'rcpt' ? !asksForAnotherTransaction(reply, 0) : code < 300 || code >= 500;
}

/** RFC 5321 §4.5.3.1.10: whatever the code was, it is meant to pass. */
const noRoom: Ending = {
  code: 452,
  enhancedCode: '4.5.3',
  text: '4.5.3 not sent: the receiver takes no more recipients in one transaction',
};

function withoutRoom(result: TransactionResult, { full, elsewhere }: Answers, host: string): TransactionResult {
  const replies = [...result.replies, ...repliesFor(full, 'rcpt', noRoom, host)];
  return { ...result, replies, ...(elsewhere.length === 0 ? {} : { rest: numbersOf(elsewhere) }) };
}

function numbersOf(recipients: readonly EnvelopeRecipient[]): readonly number[] {
  return recipients.flatMap((recipient) => recipient.recipients);
}

/** With the message in the form that this receiver takes, where there is one (RFC 6152 §3). */
async function asTaken(connection: SmtpConnection, transaction: OutgoingTransaction): Promise<OutgoingTransaction> {
  const { inSevenBits } = transaction;
  if (inSevenBits === undefined || connection.extensions.eightBitMime) return transaction;
  const message = await inSevenBits();
  if (message === undefined) return transaction;
  connection.conversation.note('no 8BITMIME: the message is sent in 7 bits');
  return { ...transaction, message };
}

/** From the first byte of the message to the reply to its dot. */
async function sendMessage(
  connection: SmtpConnection,
  { message, beforeDot }: OutgoingTransaction,
  { accepted, replies }: Answers,
  { commandTimeoutMs, afterDotTimeoutMs, tlsMemory, habits }: TransactionSettings,
): Promise<TransactionResult> {
  const recipients = accepted.flatMap((recipient) => recipient.recipients);
  const bytes = Buffer.isBuffer(message) ? message.length : message.sizeBytes;
  connection.conversation.note(`the message, ${bytes} bytes`);
  await during(connection, 'data', sendText(connection, message, commandTimeoutMs));
  const claimed = await isClaimed(beforeDot, recipients, connection);
  // From here to the write of the dot nothing may wait: the answer holds for this moment and this connection.
  if (!claimed || !connection.isAlive) {
    connection.destroy('closed without the dot');
    return { ...outcomeOf(replies), withheld: recipients };
  }
  connection.needsReset = false;
  const reply = await replyToDot(connection, afterDotTimeoutMs);
  if ('text' in reply) return { ...outcomeOf(replies), unknown: repliesFor(accepted, 'dot', reply, connection.host) };
  if (reply.code === 421) connection.destroy('the receiver is closing');
  const ending = endingOfReply(reply);
  isInClear(connection, ending, tlsMemory);
  if (accepted.length > 1 && asksForAnotherTransaction(ending, 0)) habits.takesAtMost(Math.floor(accepted.length / 2));
  // RFC 5321 §4.2.5: refused, it was delivered to none of them.
  if (isAboutOneOf(accepted, ending)) return { ...outcomeOf(replies), apart: numbersOf(accepted) };
  return outcomeOf([...replies, ...repliesFor(accepted, 'dot', ending, connection.host)]);
}

/** A 421 is about the connection, whatever it says. */
function isAboutOneOf(accepted: readonly EnvelopeRecipient[], ending: Ending): boolean {
  return accepted.length > 1 && ending.code !== 421 && speaksOfOneMailbox(ending);
}

/** All of the message but the dot. */
async function sendText(
  connection: SmtpConnection,
  message: OutgoingTransaction['message'],
  timeoutMs: number,
): Promise<void> {
  if (Buffer.isBuffer(message)) return connection.write(dotStuffed(message), timeoutMs);
  try {
    for await (const chunk of dotStuffedChunks(message.chunks())) await connection.write(chunk, timeoutMs);
  } catch (error) {
    // Half of a message is none: without the dot the receiver takes nothing.
    connection.destroy('the message could not be sent whole');
    throw error;
  }
}

/** An answer that does not come is no claim. */
async function isClaimed(
  beforeDot: OutgoingTransaction['beforeDot'],
  recipients: readonly number[],
  connection: SmtpConnection,
): Promise<boolean> {
  try {
    return (await beforeDot({ recipients, tls: connection.tls })) === true;
  } catch {
    return false;
  }
}

/** An ending where what became of the mail is not known. */
async function replyToDot(connection: SmtpConnection, timeoutMs: number): Promise<SmtpReply | Ending> {
  try {
    const reply = await connection.command('.', timeoutMs);
    if (reply.code < 300 || reply.code >= 400) return reply;
    const text = 'the reply to the dot is not final';
    connection.destroy(text);
    return { code: null, enhancedCode: null, text };
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    return { code: null, enhancedCode: null, text: error.message };
  }
}

function outcomeOf(replies: readonly RecipientReply[]): TransactionResult {
  return { replies, unknown: [], withheld: [] };
}
