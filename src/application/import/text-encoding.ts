import type { Encoding } from '../../domain/import/encodings.js';
import { asWindows1252 } from '../../domain/shared/windows-1252.js';

/**
 * Bytes as a text in which commas, quotes and ends of lines are found, each character of a known number of bytes: what
 * follows is a place in the file. What a cell says is decoded alone, so that one bad byte is one row's.
 */
export interface RawText {
  readonly bytesPerCharacter: 1 | 2;
  /** The next bytes; of a character that is cut in two, the rest comes with the next. */
  read(bytes: Buffer): string;
  /** Undefined where the bytes are none of the encoding. */
  cell(raw: string): string | undefined;
  /** The same, with marks in place of what is not of the encoding. */
  lenient(raw: string): string;
}

const beyondAscii = /[^\u0000-\u007f]/;

export function rawText(encoding: Encoding): RawText {
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const decoder = new TextDecoder(encoding, { ignoreBOM: true });
    return {
      bytesPerCharacter: 2,
      read: (bytes) => decoder.decode(bytes, { stream: true }),
      cell: (raw) => (raw.includes('\ufffd') ? undefined : raw),
      lenient: (raw) => raw,
    };
  }
  if (encoding === 'windows-1252')
    return {
      bytesPerCharacter: 1,
      read: (bytes) => bytes.toString('latin1'),
      cell: asWindows1252,
      lenient: asWindows1252,
    };
  const strict = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const lenient = new TextDecoder(encoding, { ignoreBOM: true });
  return {
    bytesPerCharacter: 1,
    read: (bytes) => bytes.toString('latin1'),
    cell(raw) {
      if (!beyondAscii.test(raw)) return raw;
      try {
        return strict.decode(Buffer.from(raw, 'latin1'));
      } catch {
        return undefined;
      }
    },
    lenient: (raw) => (beyondAscii.test(raw) ? lenient.decode(Buffer.from(raw, 'latin1')) : raw),
  };
}

/** Encodings whose second bytes may look like a backslash. */
export const hasBackslashBytes = (encoding: Encoding): boolean => ['shift_jis', 'gb18030', 'big5'].includes(encoding);

/** What looks at a file as it passes, to find what it is written in. */
export class EncodingGuess {
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #bytes = 0;
  #characters = 0;
  #bad = 0;

  add(bytes: Buffer): void {
    this.#bytes += bytes.length;
    this.#count(this.#decoder.decode(bytes, { stream: true }));
  }

  /** To be asked once, after the last byte. `isSeen`: bytes beyond ASCII were there to judge by. */
  result(head: Buffer): { readonly encoding: Encoding; readonly markBytes: number; readonly isSeen: boolean } {
    this.#count(this.#decoder.decode());
    const mark = markOf(head);
    if (mark !== undefined) return { ...mark, isSeen: true };
    const wide = wideIn(head);
    if (wide !== undefined) return { encoding: wide, markBytes: 0, isSeen: true };
    // Each sequence of UTF-8 has more bytes than characters; a byte that is none of it is one mark.
    const good = this.#bytes - this.#characters;
    const isSeen = good > 0 || this.#bad > 0;
    if (this.#bad === 0 || good >= this.#bad) return { encoding: 'utf-8', markBytes: 0, isSeen };
    return { encoding: singleByteIn(head), markBytes: 0, isSeen };
  }

  #count(text: string): void {
    this.#characters += text.length;
    for (let at = text.indexOf('\ufffd'); at !== -1; at = text.indexOf('\ufffd', at + 1)) this.#bad += 1;
  }
}

/** The mark that some programs put before the text. It is believed. */
function markOf(head: Buffer): { readonly encoding: Encoding; readonly markBytes: number } | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', markBytes: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', markBytes: 2 };
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', markBytes: 3 };
  return undefined;
}

export function markBytesOf(head: Buffer, encoding: Encoding): number {
  const mark = markOf(head);
  return mark?.encoding === encoding ? mark.markBytes : 0;
}

const sampleBytes = 1024;

/** UTF-16 without its mark: every second byte of Latin letters is zero. */
function wideIn(head: Buffer): Encoding | undefined {
  const sample = head.subarray(0, sampleBytes);
  const zerosAt = (from: number) => sample.filter((byte, at) => at % 2 === from && byte === 0).length;
  const enough = sample.length / 4;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (sample.length >= 8 && odd > enough && even === 0) return 'utf-16le';
  return sample.length >= 8 && even > enough && odd === 0 ? 'utf-16be' : undefined;
}

/** Words that are mostly of letters beyond ASCII are Cyrillic; signs of money within words are Polish letters. */
function singleByteIn(head: Buffer): Encoding {
  const text = head.toString('latin1');
  const cyrillic = text.match(/[\u00c0-\u00ff]{3,}/g)?.length ?? 0;
  const mixed = text.match(/[A-Za-z][\u00c0-\u00ff]|[\u00c0-\u00ff][A-Za-z]/g)?.length ?? 0;
  if (cyrillic > mixed) return 'windows-1251';
  return /[A-Za-z][\u00a3\u00b3\u00b9\u00bf\u00a5\u00af]|[\u00a3\u00b3\u00b9\u00bf\u00a5\u00af][A-Za-z]/.test(text)
    ? 'windows-1250'
    : 'windows-1252';
}
