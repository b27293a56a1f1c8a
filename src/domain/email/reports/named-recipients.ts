import { withoutTrailing } from '../../shared/without-trailing.js';
import { replyIn } from './reported-reply.js';
import type { ReportedRecipient, ReportedReply } from './report.js';
import { mostRecipients, type SpokenText } from './spoken-text.js';

const addressIn = /[^\s<>()[\]:;,="'|]{1,128}@[^\s<>()[\]:;,="'|]{1,255}/;
const written = `(${addressIn.source})`;
/** An address that a line is about: alone, in angle brackets, or before a colon or a comma. */
const headed = new RegExp(String.raw`^\s*["']?(?:<${written}>|${written})["']?[:,]?(?:\s|$)`);
/** "Failed recipient: a@b", "Unknown user: a@b", "Recipient: [SMTP:a@b]", "Rcpt=[a@b]". */
const labelled = new RegExp(
  String.raw`\b(?:recipients?|rcpt(?: to)?|address(?:es)?|user|mailbox|size|empfänger|destinataire|destinatario)\b[\w ]{0,20}[:=]\s*[<[]?(?:smtp:|rfc822;)?${written}`,
  'i',
);
const inSentence = new RegExp(
  String.raw`\b(?:to|for|an|address|recipients?|mailbox|user)\b[^<'\n]{0,40}[<']${written}[>']`,
  'i',
);
/** The line of a transcript: "550 5.1.1 a@b... User unknown". */
const answered = new RegExp(String.raw`^\W{0,6}[45]\d\d[ -](?:[45]\.\d{1,3}\.\d{1,3} )?<?${written}>?\.{3}`);
const patterns = [headed, labelled, inSentence, answered];
const anywhere = new RegExp(addressIn.source, 'g');
/** Lines of the sender, and of its message: what they name was not written to. */
const ofSender = /^(?:\W*\b(?:mail )?from|\s*(?:sender|reply-to|return-path|subject|message-id|id))\b/i;

/**
 * The recipients that a text for people names, each with what it says of it: those that a line is about, and where none
 * is, every address in it. Who was not written to is left out later.
 */
export function recipientsOf(spoken: SpokenText, action: 'failed' | 'delayed'): readonly ReportedRecipient[] {
  const lines = spoken.lines.filter((line) => !ofSender.test(line));
  const about = lines.flatMap((line) => patterns.map((pattern) => addressOfMatch(pattern.exec(line))));
  const named = withoutOperators(uniqueOf(about));
  const all = named.length > 0 ? named : addressesIn(lines.join('\n'));
  return all.map((address) => {
    const source = sourceOf(spoken, address);
    const about = replyAbout(spoken, address);
    // The cause may stand before it.
    const reply = all.length === 1 && about?.code == null ? spoken.reply() : about;
    return { original: source, final: address, action, status: null, reply, remoteHost: null };
  });
}

/** Those of a line, in lower case. */
export function addressesIn(line: string): readonly string[] {
  return withoutOperators(uniqueOf(line.match(anywhere) ?? []));
}

/** A text that names no address speaks of the recipient of its return path. */
export function unnamed(spoken: SpokenText, action: 'failed' | 'delayed'): ReportedRecipient {
  return { original: null, final: null, action, status: null, reply: spoken.reply(), remoteHost: null };
}

/** Whom to ask stands in many of them. */
function withoutOperators(addresses: readonly string[]): readonly string[] {
  return addresses.filter((address) => !/^(?:postmaster|mailer-daemon)@/.test(address));
}

function addressOfMatch(match: RegExpExecArray | null): string | undefined {
  return match === null ? undefined : match.slice(1).find((found) => found !== undefined);
}

function uniqueOf(addresses: readonly (string | undefined)[]): readonly string[] {
  const known = addresses.flatMap((address) => (address === undefined ? [] : [withoutTrailing(address, '.:')]));
  return [...new Set(known.map((address) => address.toLowerCase()))].slice(0, mostRecipients);
}

const source = new RegExp(String.raw`\(\s*(?:ultimately )?(?:generated|expanded) from:?\s*<?${written}>?\s*\)`, 'i');

/** Where an alias led to the address, which the server says behind it: "(expanded from: <a@b>)". */
function sourceOf({ lines, naming }: SpokenText, address: string): string | null {
  const [at] = naming(address);
  if (at === undefined) return null;
  const [, found] = source.exec(lines.slice(at, at + 2).join(' ')) ?? [];
  return found?.toLowerCase() ?? null;
}

/** What a text for people says of one address: the first place of it behind which a server's reply stands. */
export function replyAbout(spoken: SpokenText, address: string): ReportedReply | null {
  const places = spoken.naming(address);
  const about = places.filter((start) => !ofHeader.test(spoken.lines[start] ?? ''));
  const replies = (about.length > 0 ? about : places).flatMap((start) => replyBehind(spoken, start, address) ?? []);
  return (
    replies.find(({ code }) => code !== null) ??
    replies.find(({ text: words }) => /#[45]\.\d/.test(words)) ??
    replies[0] ??
    null
  );
}

/** The header of the sender's email, as some servers repeat it above what they say. */
const ofHeader = /^\s*(?:to|cc|from)\s*:/i;

/** A heading of what follows: "because:", "Error message:". */
const heading = /^\s*(?:[A-Za-z][\w' ]{0,40}:)?\s*$/;

/**
 * From the line that names it to the end of that paragraph, or to the next address; where this has no reply, the
 * paragraph behind it.
 */
function replyBehind(spoken: SpokenText, start: number, address: string): ReportedReply | null {
  const paragraphs: string[][] = [[]];
  for (const [index, line] of spoken.behind(start).entries()) {
    if (index > 0 && (headed.test(line) || answered.test(line)) && !line.toLowerCase().includes(address)) break;
    if (line.trim() === '') paragraphs.push([]);
    else paragraphs.at(-1)?.push(index === 0 ? behind(line, address) : line);
  }
  const replies = paragraphs
    .filter((lines) => lines.some((line) => !heading.test(line)))
    .slice(0, 2)
    .map((lines) => replyIn(lines.join('\n')));
  return replies.find(({ code }) => code !== null) ?? replies.find(({ text: words }) => words !== '') ?? null;
}

/** What is said of an address before it. */
const notMember = /\bnot (?:a (?:member|subscriber)|allowed|authori[sz]ed|permitted)\b/i;

function behind(line: string, address: string): string {
  const at = line.toLowerCase().indexOf(address);
  // "550 5.1.1 <a@b> User unknown": the address stands in the middle of a reply.
  if (/^\W*[45]\d\d[ -][\d. ]*<?$/.test(line.slice(0, at))) return line;
  const before = withoutTrailing(line.slice(0, at), ' \t\r\n\u00a0<([{"\'');
  const after = line.slice(at + address.length).replace(/^[>\]:,.\s]+/, '');
  // "You are not a member of this list <a@b>." A line that only says to whom it was is a heading, too.
  return notMember.test(before) ? `${before} ${after}` : after;
}
