import type {
  EnvelopeRecipient,
  OutgoingTransaction,
  RecipientReply,
  TransactionResult,
} from '../../application/ports/mail-transport.js';
import type { SmtpStep } from '../../domain/email/judging/judgement.js';
import type { SmtpTimeouts } from './destination.js';
import { dotStuffed, dotStuffedChunks } from './dot-stuffing.js';
import { type Envelope, planEnvelope } from './envelope.js';
import type { SmtpReply } from './reply-parser.js';
import type { SmtpConnection } from './smtp-connection.js';
import { ConnectionLost, type Ending, endingOfError, endingOfReply, repliesFor } from './smtp-failure.js';

export interface Outcome {
  readonly result: TransactionResult;
  /** The receiver closed the connection instead of answering MAIL (or RSET before it): it has taken nothing. */
  readonly neverBegun: boolean;
}

/** A step ended the transaction for every recipient that had no reply of its own yet. */
class StepEnded extends Error {
  constructor(
    readonly step: SmtpStep,
    readonly ending: Ending,
  ) {
    super(ending.text);
  }
}

/**
 * One mail over a connection, RFC 5321 §3.3. Rejects only where the message could not be read; the connection is
 * destroyed where it is of no more use.
 */
export async function transact(
  connection: SmtpConnection,
  transaction: OutgoingTransaction,
  timeouts: SmtpTimeouts,
): Promise<Outcome> {
  const earlier = connection.transactions;
  if (earlier > 0) connection.conversation.beginAgain(`over the connection of ${earlier} earlier emails`);
  connection.transactions += 1;
  const { result, neverBegun } = await exchange(connection, transaction, timeouts);
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
  timeouts: SmtpTimeouts,
): Promise<Outcome> {
  const transaction = await asTaken(connection, given);
  const envelope = planEnvelope(transaction, connection.extensions, connection.host);
  const replies: RecipientReply[] = [...envelope.refused];
  if (envelope.recipients.length === 0) return { result: outcomeOf(replies), neverBegun: false };
  try {
    const accepted = await sendEnvelope(connection, envelope, replies, timeouts);
    if (accepted.length === 0) return { result: outcomeOf(replies), neverBegun: false };
    return { result: await sendMessage(connection, transaction, accepted, replies, timeouts), neverBegun: false };
  } catch (error) {
    if (!(error instanceof StepEnded)) throw error;
    const answered = new Set(replies.flatMap((reply) => reply.recipients));
    const rest = envelope.recipients.filter(({ recipients }) => !recipients.some((number) => answered.has(number)));
    replies.push(...repliesFor(rest, error.step, error.ending, connection.host));
    const gone = error.ending.code === null || error.ending.code === 421;
    return { result: outcomeOf(replies), neverBegun: error.step === 'mail' && gone };
  }
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

/** Up to and including DATA. The recipients that RCPT accepted; the refused ones are in `replies`. */
async function sendEnvelope(
  connection: SmtpConnection,
  { mail, rcpt, recipients }: Envelope,
  replies: RecipientReply[],
  { commandTimeoutMs }: SmtpTimeouts,
): Promise<EnvelopeRecipient[]> {
  if (connection.needsReset) await reset(connection, commandTimeoutMs);
  const commands = [mail, ...rcpt, 'DATA'];
  const together = connection.extensions.pipelining ? connection.pipeline(commands, commandTimeoutMs) : undefined;
  const ask = (index: number): Promise<SmtpReply> =>
    together?.[index] ?? connection.command(commands[index] ?? 'NOOP', commandTimeoutMs);
  const dataIndex = commands.length - 1;
  // Where DATA went along with the rest, its reply must be heard before the connection can serve again.
  const leave = (): Promise<void> => abort(connection, together?.[dataIndex]);

  const mailReply = await during(connection, 'mail', ask(0));
  if (!isPositive(mailReply)) {
    await leave();
    throw new StepEnded('mail', endingOfReply(mailReply));
  }
  const accepted: EnvelopeRecipient[] = [];
  for (const [index, recipient] of recipients.entries()) {
    const reply = await during(connection, 'rcpt', ask(index + 1));
    if (isPositive(reply)) accepted.push(recipient);
    else replies.push(...repliesFor([recipient], 'rcpt', endingOfReply(reply), connection.host));
  }
  if (accepted.length === 0) {
    await leave();
    return [];
  }
  const dataReply = await during(connection, 'data', ask(dataIndex));
  if (dataReply.code === 354) return accepted;
  await abort(connection, undefined);
  throw new StepEnded('data', endingOfReply(dataReply));
}

/** From the first byte of the message to the reply to its dot. */
async function sendMessage(
  connection: SmtpConnection,
  { message, beforeDot }: OutgoingTransaction,
  accepted: readonly EnvelopeRecipient[],
  replies: readonly RecipientReply[],
  { commandTimeoutMs, afterDotTimeoutMs }: SmtpTimeouts,
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
  return outcomeOf([...replies, ...repliesFor(accepted, 'dot', endingOfReply(reply), connection.host)]);
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

/** Leaves a transaction that will not be finished. After 354 only the end of the data is understood, so we go. */
async function abort(connection: SmtpConnection, data: Promise<SmtpReply> | undefined): Promise<void> {
  connection.needsReset = true;
  try {
    if (data !== undefined && (await data).code < 400) connection.destroy('no recipient was accepted');
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
async function during<Value>(connection: SmtpConnection, step: SmtpStep, value: Promise<Value>): Promise<Value> {
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

function outcomeOf(replies: readonly RecipientReply[]): TransactionResult {
  return { replies, unknown: [], withheld: [] };
}
