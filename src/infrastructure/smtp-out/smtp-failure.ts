import type { SmtpStep } from '../../domain/email/judging/judgement.js';
import type { RecipientReply } from '../../application/ports/mail-transport.js';
import type { SmtpReply } from './reply-parser.js';

/** The connection is of no use any more. `reply` is what the receiver sent unasked before it went (often a 421). */
export class ConnectionLost extends Error {
  readonly code = 'connection-lost';

  constructor(
    message: string,
    readonly reply: SmtpReply | null = null,
  ) {
    super(message);
  }
}

/** What ended a step: the receiver's reply, or how the connection was lost (`code` null), or our own refusal. */
export interface Ending {
  readonly code: number | null;
  readonly enhancedCode: string | null;
  readonly text: string;
}

/** No connection could be had that takes mail. */
export class NotConnected extends Error {
  readonly code = 'not-connected';

  constructor(
    readonly step: SmtpStep,
    readonly ending: Ending,
    /** Where that was, when one of several hosts was tried. */
    readonly host?: string,
    /** The conversation, where there was a connection. */
    readonly conversation?: string,
  ) {
    super(`${step}: ${ending.text}`);
  }
}

/** A reply's text enters the log once for every recipient. */
const maxTextLength = 2000;

export function endingOfReply({ code, enhancedCode, lines }: SmtpReply): Ending {
  return { code, enhancedCode, text: lines.join('\n').slice(0, maxTextLength) };
}

/** Rethrows what is neither a lost connection nor a step's end: that is a mistake of ours. */
export function endingOfError(error: unknown): Ending {
  if (error instanceof NotConnected) return error.ending;
  if (!(error instanceof ConnectionLost)) throw error;
  if (error.reply !== null) return endingOfReply(error.reply);
  return { code: null, enhancedCode: null, text: error.message };
}

/** The same ending for several recipients, as the port gives it. */
export function repliesFor(
  recipients: readonly { readonly recipients: readonly number[] }[],
  step: SmtpStep,
  ending: Ending,
  host: string,
): RecipientReply[] {
  const sharedBy = recipients.length;
  return recipients.map((recipient) => ({ recipients: recipient.recipients, step, ...ending, host, sharedBy }));
}
