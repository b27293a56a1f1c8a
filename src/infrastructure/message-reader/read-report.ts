import { isUtf8 } from 'node:buffer';
import type { HeaderField } from '../../application/ports/message-reader.js';
import { diagnosticReply, replyIn } from '../../domain/email/reports/reported-reply.js';
import type { IncomingReport, ReportedRecipient, ReportedReply } from '../../domain/email/reports/report.js';
import {
  actionOf,
  addressOf,
  hostOf,
  type StatusBlock,
  statusBlocks,
  statusOf,
} from '../../domain/email/reports/status-fields.js';
import {
  recipientsOf,
  replyAbout,
  spokenAction,
  unnamed,
  withoutReturned,
} from '../../domain/email/reports/text-bounce.js';
import { readableValue } from './header-section.js';
import { type OuterParts, outerParts } from './outer-parts.js';

/**
 * What an email says that came from `<>` to a return path. RFC 3464 and 6533 reports in any multipart, and texts of
 * programs that write none. Only the outer parts are read: what stands in the returned email is the sender's text.
 */
export function readReport(message: Buffer): IncomingReport {
  const parts = outerParts(message);
  const text = withoutReturned(decoded(parts.text));
  if (parts.status !== undefined) return fromStatus(statusBlocks(decoded(parts.status)), text, parts);
  if (isAutomatic(parts)) return { kind: 'automatic-reply' };
  const action = spokenAction(valueNamed(parts.fields, 'subject'), text);
  if (action === undefined) return { kind: 'other' };
  const named = namedInHeader(parts.fields);
  const recipients =
    named.length > 0 ? named.map((address) => inText(address, action, text)) : recipientsOf(text, action);
  return {
    kind: 'bounce',
    recipients: recipients.length > 0 ? recipients : [unnamed(text, action)],
    reportingHost: null,
  };
}

function fromStatus(blocks: readonly StatusBlock[], text: string, { fields }: OuterParts): IncomingReport {
  const [first] = blocks;
  const ofRecipients = blocks.filter(isOfRecipient);
  const recipients = ofRecipients.map((block) => recipientOf(block, text));
  const failed = recipients.length > 0 ? [] : namedInHeader(fields).map((address) => inText(address, 'failed', text));
  return {
    kind: 'bounce',
    recipients: [...recipients, ...failed],
    reportingHost: hostOf(first?.get('reporting-mta')),
  };
}

function isOfRecipient(block: StatusBlock): boolean {
  return ['final-recipient', 'original-recipient', 'action', 'x-actual-recipient'].some((name) => block.has(name));
}

function recipientOf(block: StatusBlock, text: string): ReportedRecipient {
  const original = addressOf(block.get('original-recipient'));
  const final = addressOf(block.get('final-recipient') ?? block.get('x-actual-recipient'));
  const about = [original, final].map((address) => (address === null ? null : replyAbout(text, address)));
  return {
    original,
    final,
    action: actionOf(block),
    status: statusOf(block),
    reply: replyOf(block, about),
    remoteHost: hostOf(block.get('remote-mta')),
  };
}

/** The report's own fields come first; what it says to a person where they say nothing (OpenSMTPD, Haraka). */
function replyOf(block: StatusBlock, about: readonly (ReportedReply | null)[]): ReportedReply | null {
  const written = block.get('diagnostic-code');
  const said = about.find((reply) => reply?.code != null) ?? about.find((reply) => reply !== null) ?? null;
  if (written !== undefined && written.trim() !== '') {
    const reply = diagnosticReply(written);
    return { ...reply, step: reply.step ?? said?.step ?? null };
  }
  const [, comment] = /\((.*)\)\s*$/s.exec(block.get('status') ?? '') ?? [];
  const beside = comment === undefined ? null : replyIn(comment);
  return beside?.code != null ? beside : said;
}

function inText(address: string, action: 'failed' | 'delayed', text: string): ReportedRecipient {
  const reply = replyAbout(text, address) ?? replyIn(text);
  return { original: address, final: null, action, status: null, reply, remoteHost: null };
}

/** Exim and its kin, and dma's name for it. */
function namedInHeader(fields: readonly HeaderField[]): readonly string[] {
  const values = ['x-failed-recipients', 'x-original-to', 'x-actual-recipient'].map((name) => valueNamed(fields, name));
  const written = values.find((value) => value !== '') ?? '';
  return [...new Set(written.split(',').flatMap((value) => addressOf(value) ?? []))];
}

/** RFC 3834 §5, and what programs write that are older. A bounce in plain text says so of itself, too. */
function isAutomatic({ fields }: OuterParts): boolean {
  const written = valueNamed(fields, 'auto-submitted').toLowerCase();
  const isVacation = /vacation|out[- ]of[- ]office/.test(`${written} ${valueNamed(fields, 'x-autoreply')}`);
  const isFromPerson = !/mailer-?daemon|postmaster|mail delivery|^$/i.test(valueNamed(fields, 'from'));
  return isVacation || (isFromPerson && (written.startsWith('auto-') || repliesByItself(fields)));
}

function repliesByItself(fields: readonly HeaderField[]): boolean {
  if (['x-autoreply', 'x-autorespond', 'x-auto-response-suppress'].some((name) => valueNamed(fields, name) !== '')) {
    return true;
  }
  return /^(?:auto(?:matic(?: reply)?)?:|out of (?:the )?office|abwesenheit|réponse automatique)/i.test(
    valueNamed(fields, 'subject'),
  );
}

function valueNamed(fields: readonly HeaderField[], wanted: string): string {
  const field = fields.find(({ name }) => name.toLowerCase() === wanted);
  return field === undefined ? '' : readableValue(field);
}

function decoded(bytes: Buffer | undefined): string {
  if (bytes === undefined) return '';
  return (isUtf8(bytes) ? bytes.toString('utf8') : bytes.toString('latin1')).replaceAll('\r\n', '\n');
}
