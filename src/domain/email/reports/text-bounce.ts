import { replyIn } from './reported-reply.js';
import type { ReportedRecipient, ReportedReply } from './report.js';

/** Where the returned email begins: what follows is the sender's own text. */
const returned =
  /^[ \t]*(?:-{2,}[^\n]*\b(?:copy of|original|returned|below this line|message (?:header|text))[^\n]*|(?:message headers? follows?|below this line is a copy|(?:the )?(?:original|returned) message (?:follows|was)|here is a copy|this is a copy of (?:the|your) message)[^\n]*)$/im;
/** The oldest programs put it below a rule, or a header without any word before it. */
const bareHeader = /^(?:Received|Return-Path|DKIM-Signature|Message-I[dD]): /m;

/** What a server says to a person, without the email that it gives back. */
export function withoutReturned(text: string): string {
  const ends = [returned, bareHeader].map((pattern) => pattern.exec(text)?.index ?? text.length);
  return text.slice(0, Math.min(...ends));
}

/** What programs write in place of a report, from qmail to a provider's own. Each is about an email that failed. */
const failures: readonly RegExp[] = [
  /\bthis is the [\w. -]{1,60}(?:program|mail agent|mail system|mail server)\b/,
  /\bi(?:'|’)?(?: a)?m (?:afraid|sorry) (?:i|to have|that)\b/,
  /\bundeliver(?:able|ed)\b|\bnon[- ]?deliver(?:y|able)\b|\breturned mail\b|\bfailure notice\b/,
  /\b(?:delivery|mail|message)\b[^.]{0,40}\b(?:fail(?:ed|ure)|error|problem)\b/,
  /\b(?:could|can|was|is|were)(?: ?not|n['’]t) (?:be )?(?:deliver|reach|sen[dt])/,
  /\b(?:permanent|fatal) (?:error|errors|failure)\b|\bdid not reach\b|\bgiv(?:en|ing) up\b|\bunknown user\b/,
  /\b(?:unzustellbar|nicht zugestellt|non remis|no se ha podido entregar|impossibile recapitare)\b/,
];
const delays =
  /\b(?:delay(?:ed)?|temporary failure|still (?:being )?(?:re)?tr(?:y|ied|ying)|will (?:be )?(?:re)?tr(?:y|ied)|warning message only|not yet been delivered|do not need to re-?send)\b/;
const endings = /\b(?:giv(?:en|ing) up|permanent|expired|too long|will not be retried|has been returned)\b/;

/** What a text says with its subject: an email was not delivered, or not yet. Undefined where it says neither. */
export function spokenAction(subject: string, text: string): 'failed' | 'delayed' | undefined {
  const words = `${subject}\n${text}`.toLowerCase().replace(/\s+/g, ' ').slice(0, 8_000);
  if (delays.test(words) && !endings.test(words)) return 'delayed';
  return failures.some((pattern) => pattern.test(words)) ? 'failed' : undefined;
}

const addressIn = /[^\s<>()[\]:;,"']{1,128}@[^\s<>()[\]:;,"']{1,255}/;
/** An address that a line is about: alone, in angle brackets, or before a colon. */
const headed = new RegExp(String.raw`^\s*(?:<(${addressIn.source})>|(${addressIn.source})):?(?:\s|$)`);
const inSentence = new RegExp(
  String.raw`\b(?:to|for|an|address|recipients?|mailbox|user)\b[^<\n]{0,40}<(${addressIn.source})>`,
  'i',
);
const mostRecipients = 1_000;

/** The recipients that a bounce in plain text names, each with what it says of it. */
export function recipientsOf(text: string, action: 'failed' | 'delayed'): readonly ReportedRecipient[] {
  const named = new Set<string>();
  for (const line of text.split('\n')) {
    const [, angled, bare] = headed.exec(line) ?? [];
    const address = angled ?? bare ?? inSentence.exec(line)?.[1];
    if (address !== undefined && named.size < mostRecipients) named.add(address.replace(/[.:]+$/, '').toLowerCase());
  }
  return [...named].map((address) => recipient(address, action, replyAbout(text, address)));
}

/** A text that names no address speaks of the recipient of its return path. */
export function unnamed(text: string, action: 'failed' | 'delayed'): ReportedRecipient {
  return recipient(null, action, replyIn(text));
}

function recipient(
  address: string | null,
  action: 'failed' | 'delayed',
  reply: ReportedReply | null,
): ReportedRecipient {
  return { original: null, final: address, action, status: null, reply, remoteHost: null };
}

/**
 * What a text for people says of one address: from the line that names it to the end of that paragraph, or to the next
 * address; where this has no reply, the paragraph behind it.
 */
export function replyAbout(text: string, address: string): ReportedReply | null {
  const all = text.split('\n');
  const start = all.findIndex((line) => line.toLowerCase().includes(address));
  if (start === -1) return null;
  const paragraphs: string[][] = [[]];
  for (const [index, line] of all.slice(start, start + 40).entries()) {
    if (index > 0 && headed.test(line) && !line.toLowerCase().includes(address)) break;
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(index === 0 ? behind(line, address) : line);
  }
  const replies = paragraphs
    .filter((lines) => lines.join('').trim() !== '')
    .slice(0, 2)
    .map((lines) => replyIn(lines.join('\n')));
  return replies.find(({ code }) => code !== null) ?? replies.find(({ text: words }) => words !== '') ?? null;
}

function behind(line: string, address: string): string {
  const at = line.toLowerCase().indexOf(address);
  return line.slice(at + address.length).replace(/^[>:.\s]+/, '');
}
