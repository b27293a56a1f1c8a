import { isAscii, isUtf8 } from 'node:buffer';

/** Text by its media type, and JSON and XML, which readers open as text. */
const textual = /^(?:text\/|application\/(?:json|javascript|ecmascript|xml|[\w.+-]+\+(?:json|xml))\s*(?:;|$))/i;
const charsetParameter = /(?<!\s)\s*;\s*charset=(?:"([^"]*)"|([^\s;]*))/i;

/**
 * A media type whose charset is that of the bytes, where they say it. A charset that they contradict is left out, and
 * so is one that cannot be known: a reader then looks into the text, or asks.
 */
export function withTrueCharset(contentType: string, content: Uint8Array): string {
  const [parameter, quoted, plain] = charsetParameter.exec(contentType) ?? [];
  if (parameter !== undefined) {
    if (!isContradicted((quoted ?? plain ?? '').toLowerCase(), content)) return contentType;
    return withTrueCharset(contentType.replace(parameter, ''), content);
  }
  const charset = textual.test(contentType) ? charsetOf(content) : undefined;
  return charset === undefined ? contentType : `${contentType}; charset=${charset}`;
}

/** Undefined for ASCII too: charsets that switch by escape sequences look the same. */
function charsetOf(content: Uint8Array): string | undefined {
  if (hasUtf16Mark(content)) return 'utf-16';
  return !isAscii(content) && isUtf8(content) ? 'utf-8' : undefined;
}

/** RFC 2781 §3.2: a byte order mark, and whole units. One of UTF-32 begins alike. */
function hasUtf16Mark([first, second, third, fourth]: Uint8Array): boolean {
  return (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe && !(third === 0 && fourth === 0));
}

function isContradicted(charset: string, content: Uint8Array): boolean {
  if (charset === 'utf-8' || charset === 'utf8') return !isUtf8(content);
  if (charset === 'us-ascii' || charset === 'ascii') return !isAscii(content);
  return charset.startsWith('utf-16') && content.length % 2 === 1;
}
