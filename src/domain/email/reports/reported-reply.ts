import type { ReportedReply } from './report.js';

const mostCharacters = 2_000;

/**
 * RFC 5321 §4.2, RFC 2034: the first line of a refusal, somewhere in a sentence; with what programs put between its
 * codes: `550 - 5.1.1`, `554: `, `550 550 5.1.1`, `550 (5.1.1)`, `#550 5.1.1`, `550-'5.1.1`.
 */
const replyStart =
  /(?:(?<![\w.@=/#-]|\d:)|(?<=(?:^|\s)#))([45]\d\d)(?:[ \n-]|:\s|$)(?:\1[ -])?(?:[- ]{0,2}[(#['"]?([45]\.\d{1,3}\.\d{1,3})(?![\d.])[)\]]?)?/;
/** The same on a line that continues a reply. */
const continued = /(?:^|\s)([45]\d\d)[ -](?:([45]\.\d{1,3}\.\d{1,3})(?: |$))?/g;
/** Behind the reply: what was said next in the transcript of a session, and the next paragraph. */
const endOfReply = /\n[^\n]{0,40}?(?:-->|>>>|--- )|\n[ \t]*\n|\n[ \t]*(?:remote[- ](?:mta|system)|last-attempt-date):/i;
/** A program that drops the plain code begins a line with the enhanced one: `5.2.2 <a@b>... Mailbox full`. */
const enhancedAlone = /(?:^|\n)[ \t]*(?:-- )?([45]\.\d{1,3}\.\d{1,3})[ \t]+(?=\S)/;
/** Behind it the reporting server quotes the last reply: "Message expired -> 451 4.4.0 …", "<421 4.4.0 …>". */
const quoted = /(?:[-=]>\s*|\bLED=|<(?=[45]\d\d [45]\.\d))(?=[45]\d\d[ -])/;

/** What stands in a Diagnostic-Code (RFC 3464 §2.3.6), behind its type. */
export function diagnosticReply(value: string): ReportedReply {
  const [, type = '', said = ''] = /^\s*(?:([a-z\d-]{1,40})\s*;)?(.*)$/is.exec(value) ?? [];
  const exit = type.toLowerCase() === 'x-unix' ? exits[said.trim()] : undefined;
  const reply = replyIn(exit ?? said);
  // Without its plain code.
  const [, own] = reply.code === null ? (/^([45]\.\d{1,3}\.\d{1,3})\s/.exec(reply.text) ?? []) : [];
  return own === undefined ? reply : { ...reply, enhancedCode: own };
}

/** What a program that delivers on one machine ends with, in the words of sysexits.h. */
const exits: Readonly<Record<string, string>> = {
  67: 'addressee unknown',
  68: 'host unknown',
  69: 'service unavailable',
  73: 'cannot create output file',
  75: 'temporary failure',
  77: 'permission denied',
};

/**
 * A refusal somewhere behind the words of the reporting server, or these alone. Its own enhanced code counts, not the
 * report's.
 */
export function replyIn(text: string): ReportedReply {
  return replyWithin(text, mostQuotedReplies);
}

/** One server quotes another, which may quote a third. Who nests more wants to cost us something. */
const mostQuotedReplies = 4;

function replyWithin(text: string, quotedReplies: number): ReportedReply {
  const said = text.trim();
  const step = stepIn(said);
  const found = replyStart.exec(said);
  if (found === null) {
    const bare = enhancedAlone.exec(said);
    if (bare === null) return { code: null, enhancedCode: null, text: readable(said), step };
    const [words = ''] = said.slice(bare.index + bare[0].length).split(endOfReply);
    return { code: null, enhancedCode: bare[1] ?? null, text: readable(words), step };
  }
  const [, digits = '', enhancedCode = null] = found;
  const [answer = ''] = said.slice(found.index + found[0].length).split(endOfReply);
  const inner = quotedReplies === 0 ? null : quoted.exec(answer);
  if (inner !== null) {
    return { ...replyWithin(answer.slice(inner.index + inner[0].length), quotedReplies - 1), step };
  }
  const rest = answer.replace(continued, (again, code: string) => (code === digits ? ' ' : again));
  return { code: Number(digits), enhancedCode, text: readable(rest), step };
}

const steps: readonly (readonly [pattern: RegExp, step: NonNullable<ReportedReply['step']>])[] = [
  // qmail and its kin, before the words of the other server.
  [/\bbut greeting failed\b/i, 'greeting'],
  [/\bbut sender was rejected\b/i, 'mail'],
  [/\bdoes not like recipient\b/i, 'rcpt'],
  [/\bfailed (?:on data command|after i sent the message)\b/i, 'dot'],
  [/\b(?:end of data|final data|after pipelined data|after data|message (?:text|body|content) rejected)\b/i, 'dot'],
  [/\brcpt(?: to)?\b/i, 'rcpt'],
  [/\bmail from\b/i, 'mail'],
  [/\bin reply to data\b|\bdata command\b|>>> data\b/i, 'data'],
];

/** What the reporting server says it was doing: "(in reply to RCPT TO command)", "after end of data". */
function stepIn(text: string): ReportedReply['step'] {
  return steps.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function readable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, mostCharacters);
}
