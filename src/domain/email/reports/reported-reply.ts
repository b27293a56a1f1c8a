import type { ReportedReply } from './report.js';

const mostCharacters = 2_000;

/** RFC 5321 §4.2, RFC 2034: the first line of a reply, somewhere in a sentence. */
const replyStart = /(?<![\w.@=/#-])([245]\d\d)(?:[ -]|$)(?:#?([245]\.\d{1,3}\.\d{1,3})(?![\d.]))?/;
/** The same on a line that continues a reply. */
const continued = /(?:^|\s)([245]\d\d)[ -](?:([245]\.\d{1,3}\.\d{1,3})(?: |$))?/g;

/** What stands in a Diagnostic-Code (RFC 3464 §2.3.6), behind its type. */
export function diagnosticReply(value: string): ReportedReply {
  return replyIn(value.replace(/^\s*[a-z\d-]{1,40}\s*;/i, ''));
}

/**
 * A reply of SMTP somewhere behind the words of the reporting server, or these alone. Its own enhanced code counts, not
 * the report's.
 */
export function replyIn(text: string): ReportedReply {
  const said = text.trim();
  const found = replyStart.exec(said);
  const step = stepIn(said);
  if (found === null) return { code: null, enhancedCode: null, text: readable(said), step };
  const [, digits = '', enhancedCode = null] = found;
  const rest = said
    .slice(found.index + found[0].length)
    .replace(continued, (again, code: string) => (code === digits ? ' ' : again));
  return { code: Number(digits), enhancedCode, text: readable(rest), step };
}

const steps: readonly (readonly [pattern: RegExp, step: NonNullable<ReportedReply['step']>])[] = [
  [/\b(?:end of data|final data|after pipelined data|after data|message (?:text|body|content) rejected)\b/i, 'dot'],
  [/\brcpt(?: to)?\b/i, 'rcpt'],
  [/\bmail from\b/i, 'mail'],
  [/\bin reply to data\b|\bdata command\b|>>> data\b/i, 'data'],
];

/** What the reporting server says it was doing: "(in reply to RCPT TO command)", "after end of data". */
export function stepIn(text: string): ReportedReply['step'] {
  return steps.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

function readable(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, mostCharacters);
}
