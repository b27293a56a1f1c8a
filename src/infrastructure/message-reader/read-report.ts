import type { HeaderField } from '../../application/ports/message-reader.js';
import { feedbackReport, returnedEmail, type ReturnedHeader } from '../../domain/email/reports/feedback.js';
import { addressesIn, recipientsOf, replyAbout, unnamed } from '../../domain/email/reports/named-recipients.js';
import { diagnosticReply } from '../../domain/email/reports/reported-reply.js';
import type { Complaint, IncomingReport, ReportedRecipient, ReportedReply } from '../../domain/email/reports/report.js';
import { mostRecipients, type SpokenText, spokenText } from '../../domain/email/reports/spoken-text.js';
import {
  actionOf,
  addressOf,
  hostOf,
  replyInStatus,
  type StatusBlock,
  statusBlocks,
  statusOf,
} from '../../domain/email/reports/status-fields.js';
import { spokenAction, withoutReturned } from '../../domain/email/reports/spoken-report.js';
import { asciiDomain } from '../addresses/ascii-domain.js';
import { readableValue, valueOf } from './header-section.js';
import { type OuterParts, outerParts } from './outer-parts.js';

/**
 * What an email says that came from `<>` to a return path. RFC 3464 and 6533 reports in any multipart, and texts of
 * programs that write none. Only the outer parts are read: what stands in the returned email is the sender's text.
 */
export function readReport(message: Buffer): IncomingReport {
  const report = written(message);
  if (report.kind !== 'bounce') return report;
  return { ...report, recipients: report.recipients.map(inAscii) };
}

/** A program says it in a page or two. */
const mostTextCharacters = 64 * 1024;

function written(message: Buffer): IncomingReport {
  const parts = outerParts(message);
  const spoken = spokenText(withoutReturned(parts.text.slice(0, mostTextCharacters)));
  if (parts.status !== '') return fromStatus(statusBlocks(parts.status), spoken, parts);
  const complaint = parts.feedback === undefined ? undefined : feedbackReport(parts.feedback, headerIn(parts.returned));
  if (complaint !== undefined) return { kind: 'complaint', ...complaint };
  if (isAutomatic(parts)) return { kind: 'automatic-reply' };
  if (parts.feedback !== undefined) return { kind: 'other' };
  return fromText(spoken, parts.fields);
}

function fromText(spoken: SpokenText, fields: readonly HeaderField[]): IncomingReport {
  const subject = valueNamed(fields, 'subject');
  const action = spokenAction(subject, spoken.text);
  if (action === undefined) return { kind: 'other' };
  const named = namedInHeader(fields);
  const inBody = named.length > 0 ? [] : recipientsOf(spoken, action);
  const inHeader = named.length + inBody.length > 0 ? named : addressesIn(subject);
  const recipients = [...inHeader.map((address) => inText(address, action, spoken)), ...inBody];
  if (recipients.length > 0) return { kind: 'bounce', recipients, reportingHost: null };
  const alone = unnamed(spoken, action);
  // A person who is away writes such words, too.
  if (alone.reply?.code == null && isFromPerson(fields)) return { kind: 'other' };
  return { kind: 'bounce', recipients: [alone], reportingHost: null };
}

/** As the addresses of an email are kept: a domain in A-labels, and characters composed. */
function inAscii(recipient: ReportedRecipient): ReportedRecipient {
  const same = (address: string | null): string | null => {
    if (address === null || /^[ -~]*$/.test(address)) return address;
    const at = address.lastIndexOf('@') + 1;
    return `${address.slice(0, at).normalize('NFC')}${asciiDomain(address.slice(at)) || address.slice(at)}`;
  };
  return { ...recipient, original: same(recipient.original), final: same(recipient.final) };
}

function fromStatus(blocks: readonly StatusBlock[], spoken: SpokenText, { fields }: OuterParts): IncomingReport {
  const [first] = blocks;
  const recipients = blocks.filter(isOfRecipient).map((block) => recipientOf(block, spoken));
  const inHeader = namedInHeader(fields);
  // Accounts of one machine have no domain: the header may say the addresses.
  const isUnnamed = recipients.every(({ original, final }) => original === null && final === null);
  const named =
    isUnnamed && recipients.length === inHeader.length
      ? recipients.map((recipient, index) => ({ ...recipient, original: inHeader[index] ?? null }))
      : recipients;
  const failed = recipients.length > 0 ? [] : inHeader.map((address) => inText(address, 'failed', spoken));
  // A report that is about the email alone: the text says the rest.
  const isEmpty = named.length + failed.length === 0;
  const inWords = isEmpty
    ? recipientsOf(spoken, spokenAction(valueNamed(fields, 'subject'), spoken.text) ?? 'failed')
    : [];
  return {
    kind: 'bounce',
    recipients: [...named, ...failed, ...inWords],
    reportingHost: hostOf(first?.get('reporting-mta')),
  };
}

function isOfRecipient(block: StatusBlock): boolean {
  return ['final-recipient', 'original-recipient', 'action', 'x-actual-recipient'].some((name) => block.has(name));
}

function recipientOf(block: StatusBlock, spoken: SpokenText): ReportedRecipient {
  const original = addressOf(block.get('original-recipient'));
  const final = addressOf(block.get('final-recipient') ?? block.get('x-actual-recipient'));
  const about = [original, final].map((address) => (address === null ? null : replyAbout(spoken, address)));
  return {
    original,
    final,
    action: actionOf(block),
    status: statusOf(block),
    // A recipient that is no address, as a file is, stands in the text under no name.
    reply: replyOf(block, about, original === null && final === null ? spoken.reply() : null),
    remoteHost: hostOf(block.get('remote-mta')),
  };
}

/** The report's own fields come first; what it says to a person where they say nothing (OpenSMTPD, Haraka). */
function replyOf(
  block: StatusBlock,
  about: readonly (ReportedReply | null)[],
  whole: ReportedReply | null,
): ReportedReply | null {
  const written = block.get('diagnostic-code');
  const of = about.find((reply) => reply?.code != null) ?? about.find((reply) => reply !== null) ?? null;
  const said = of ?? whole;
  const beside = replyInStatus(block);
  if (written === undefined || written.trim() === '') return beside ?? said;
  const reply = diagnosticReply(written);
  return { ...reply, code: reply.code ?? beside?.code ?? null, step: reply.step ?? said?.step ?? null };
}

function inText(address: string, action: 'failed' | 'delayed', spoken: SpokenText): ReportedRecipient {
  const reply = replyAbout(spoken, address) ?? spoken.reply();
  return { original: address, final: null, action, status: null, reply, remoteHost: null };
}

/** Exim and its kin, and dma's name for it. */
function namedInHeader(fields: readonly HeaderField[]): readonly string[] {
  const values = ['x-failed-recipients', 'x-original-to', 'x-actual-recipient'].map((name) => valueNamed(fields, name));
  const written = values.find((value) => value !== '') ?? '';
  // A server on the way may name where the bounce itself went.
  const returnPath = addressOf(valueNamed(fields, 'to'));
  const named = written.split(',', mostRecipients).flatMap((value) => addressOf(value) ?? []);
  return [...new Set(named)].filter((address) => address !== returnPath);
}

/** By what an email can be found that a message gives back without a report, as Outlook.com's complaints do. */
export function readReturned(message: Buffer): Omit<Complaint, 'feedback'> | undefined {
  const { returned } = outerParts(message);
  return returned === undefined ? undefined : returnedEmail(headerIn(returned));
}

function headerIn(fields: readonly HeaderField[] = []): ReturnedHeader {
  return (wanted) => fields.filter(({ name }) => name.toLowerCase() === wanted).map(valueOf);
}

/** A name or an address of a mail server, as no person has it. */
const ofServer =
  /^\W*$|^\W*(?:mailer[- ]?daemon|post[-_]?master)|mail delivery|\b(?:mailer[-_]?daemon|postmaster|ndr)@/i;

/** RFC 3834 §5, and what programs write that are older. A bounce in plain text says so of itself, too. */
function isAutomatic({ fields }: OuterParts): boolean {
  // RFC 8098: a person has read it, or thrown it away.
  if (/disposition-notification/i.test(valueNamed(fields, 'content-type'))) return true;
  const written = valueNamed(fields, 'auto-submitted').toLowerCase();
  const isVacation = /vacation|out[- ]of[- ]office/.test(`${written} ${valueNamed(fields, 'x-autoreply')}`);
  return isVacation || (isFromPerson(fields) && (written.startsWith('auto-') || repliesByItself(fields)));
}

function isFromPerson(fields: readonly HeaderField[]): boolean {
  return !ofServer.test(valueNamed(fields, 'from'));
}

/** What programs mark their replies with, and how they begin the subject, as each language has it. */
const autoFields = ['x-autoreply', 'x-autorespond', 'x-autogenerated', 'x-auto-response-suppress'];
const autoSubject =
  /^(?:auto(?:matic)?[- ]?(?:reply|response)?\s*:|auto(?:matic)?[- ]?(?:reply|response)\b|out of (?:the )?office|(?:ich bin )?abwesen|abwesenheit|automatische (?:antwort|reactie)|automatisch antwoord|afwezig|réponse automatique|absence\b|absent\b|respuesta automática|fuera de (?:la )?oficina|resposta automática|ausência|risposta automatica|fuori (?:sede|ufficio)|assenza\b|autosvar|automatiskt? svar|automaattinen|poissaolo|frånvar|fravær|odpowiedź automatyczna|poza biurem|automatická odpověď|automatikus válasz|otomatik yanıt|автоответ|автоматический ответ|自动(?:回复|答复)|自動(?:返信|応答|回覆)|不在|자동 ?(?:응답|회신))/i;

function repliesByItself(fields: readonly HeaderField[]): boolean {
  if (autoFields.some((name) => valueNamed(fields, name) !== '')) return true;
  return /^auto[-_]?reply/i.test(valueNamed(fields, 'precedence')) || autoSubject.test(valueNamed(fields, 'subject'));
}

function valueNamed(fields: readonly HeaderField[], wanted: string): string {
  const field = fields.find(({ name }) => name.toLowerCase() === wanted);
  return field === undefined ? '' : readableValue(field);
}
