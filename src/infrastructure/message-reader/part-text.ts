import { isUtf8 } from 'node:buffer';

/** Character sets that write every character in ASCII octets: their text looks like UTF-8. */
const sevenBit = /^(?:iso-2022-|hz-)/;

/** The characters of a text for people; one that is wrong about its character set is UTF-8, or else Latin-1. */
export function charactersOf(bytes: Buffer, charset: string): string {
  if (isUtf8(bytes) && !sevenBit.test(charset)) return bytes.toString('utf8');
  if (charset === 'us-ascii' || charset === 'utf-8') return bytes.toString('latin1');
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('latin1');
  }
}

/** Enough to find a sentence and an address in the html of a program, in time that grows with its length alone. */
export function withoutTags(html: string): string {
  return html
    .replace(/<(?:style|title)\b[^<>]*>[^<]{0,20000}<\/(?:style|title)>/gi, ' ')
    .replace(/<(?:br|\/p|\/div|\/td|\/tr|\/h\d|\/li)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>@]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#(?:64|x40);/gi, '@')
    .replace(/&(?:nbsp|#160);/g, ' ')
    .replace(/&amp;/g, '&');
}
