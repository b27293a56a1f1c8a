/** RFC 5321 §4.1.2 Dot-string, with the UTF-8 of RFC 6531 §3.3. */
const dotString = /^[\w!#$%&'*+/=?^`{|}~\u00a0-\u{10ffff}-]+(?:\.[\w!#$%&'*+/=?^`{|}~\u00a0-\u{10ffff}-]+)*$/u;
/** Quoted-string of the same, and not an empty one. */
const quotedString = /^"((?:[ !#-[\]-~\u00a0-\u{10ffff}]|\\[ -~])+)"$/u;
const maxOctets = 64;

/**
 * A local part as it is written everywhere here, so that two ways of writing it are one address: quoted only where it
 * must be, with no backslash too many. What is not quoted comes back as it is. Undefined for a quoted string that is
 * none.
 */
export function writtenLocalPart(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  const quoted = quotedString.exec(text)?.[1];
  const written = quoted === undefined ? undefined : quotedWhereNeeded(quoted.replace(/\\(.)/gu, '$1'));
  return written === undefined || Buffer.byteLength(written) > maxOctets ? undefined : written;
}

/** Writes a local part, quoted where its characters need it. */
export function quotedWhereNeeded(characters: string): string {
  return dotString.test(characters) ? characters : `"${characters.replace(/["\\]/g, '\\$&')}"`;
}

/** MAIL or RCPT up to the local part, source route (RFC 5321 appendix C) and all; the quoted local part; the rest. */
const pathWithQuoted = /^([^:<]*:\s*<(?:@[^\s,:@]+(?:,@[^\s,:@]+)*:)?)("(?:[^"\\]|\\.)*")(@[^\s<>"@]*>[^]*)$/;
const opensQuoted = /^[^:<]*:\s*<"/;

/**
 * For a parser of MAIL and RCPT that knows no quoted local parts: it is given another, which is put back afterwards.
 */
export function withQuotedLocalPart<Parsed extends { address: string }>(
  command: Buffer | string,
  parse: (command: string) => Parsed | false,
): Parsed | false {
  const text = command.toString();
  const [, before = '', quoted = '', behind = ''] = pathWithQuoted.exec(text) ?? [];
  if (quoted === '') return opensQuoted.test(text) ? false : parse(text);
  const localPart = writtenLocalPart(quoted);
  if (localPart === undefined) return false;
  const parsed = parse(`${before}x${behind}`);
  return parsed && { ...parsed, address: localPart + parsed.address.slice(parsed.address.lastIndexOf('@')) };
}
