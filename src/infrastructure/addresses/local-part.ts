/** RFC 6531 §3.3: what UTF-8 adds, without spaces, controls and what is invisible but for the joiners of scripts. */
const nonAscii = String.raw`[^\0-\x7f\p{C}\p{Z}\ufffd]|[\u200c\u200d]`;
const atext = String.raw`(?:[\w!#$%&'*+/=?^\x60{|}~-]|${nonAscii})`;
/** RFC 5321 §4.1.2 Dot-string. */
const dotString = new RegExp(String.raw`^${atext}+(?:\.${atext}+)*$`, 'u');
/** Dots where none may be: Japanese providers gave out such addresses, which are sent to in quotes. */
const dotted = new RegExp(String.raw`^(?!\.+$)(?:\.|${atext})+$`, 'u');
/** Quoted-string of the same, and not an empty one. */
const quotedString = new RegExp(String.raw`^"((?:[ !#-[\]-~]|${nonAscii}|\\[ -~])+)"$`, 'u');

/**
 * A local part as it is written everywhere here, so that two ways of writing it are one address: quoted only where it
 * must be, with no backslash too many. Of any length.
 * @returns undefined when it is none.
 */
export function writtenLocalPart(text: string): string | undefined {
  if (text.startsWith('"')) {
    const quoted = quotedString.exec(text)?.[1];
    return quoted === undefined ? undefined : quotedWhereNeeded(quoted.replace(/\\(.)/gu, '$1'));
  }
  return dotted.test(text) ? quotedWhereNeeded(text) : undefined;
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
