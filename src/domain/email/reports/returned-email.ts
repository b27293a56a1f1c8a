/** Lines that a program writes above the email that it gives back, between dashes or without them. */
const heads: readonly RegExp[] = [
  /^[ \t|]*-{2,}(?![^\n]*\b(?:log|transcript|addresses)\b)[^\n]*\b(?:copy of|original|returned|below this line|message (?:headers?|text)|(?:message|mail|headers?|lines)\b[^\n]*\bfollows?)\b/im,
  /^[ \t|]*-{2,}[^\n]*(?:ursprüngliche|nachricht folgt|message d['’]origine|mensaje original|messaggio originale|исходно)/im,
  /^[^\n]{0,60}\bbelow this line\b/im,
  /^[ \t]*(?:message headers? follows?|here is a copy|this is a copy of (?:the|your) message)\b/im,
  /^[ \t]*(?:possibly truncated |the )*(?:original|returned|undelivered|unsent) (?:message|mail|e-?mail) (?:follows|was:|headers?:)/im,
  /^(?:\[<\d+>\] )?here is listed the initial part of the message/im,
  // The oldest programs put its header below a rule, or without any word before it.
  /^(?:Received|Return-Path|DKIM-Signature|Message-ID):/im,
];

/** What a server says to a person, without the email that it gives back: that is the sender's own text. */
export function withoutReturned(text: string): string {
  const ends = heads.map((pattern) => pattern.exec(text)?.index ?? text.length);
  return text.slice(0, Math.min(...ends));
}
