import { nextTurn } from '../../application/shared/delay.js';
import { textSlices } from './slices.js';

/* What JSON.stringify and JSON.parse do with one long string, a slice in each turn of the event loop. */

const sliceBytes = 64 * 1024;
const backslash = 0x5c;
const unicodeEscape = 0x75;

/** The text's JSON as UTF-8, without its quotes. */
export function* jsonStringSlices(text: string): Generator<Buffer> {
  for (const slice of textSlices(text)) yield Buffer.from(JSON.stringify(slice).slice(1, -1));
}

/** Undoes {@link jsonStringSlices} for the bytes from `start` to `end`. Throws where they are no JSON. */
export async function parseJsonString(bytes: Buffer, start: number, end: number): Promise<string> {
  const parts: string[] = [];
  for (let from = start; from < end; ) {
    if (from > start) await nextTurn();
    const to = from + sliceBytes < end ? cutBefore(bytes, from, from + sliceBytes) : end;
    // JSON.parse answers a string for what stands in quotes, or throws.
    parts.push(JSON.parse(`"${bytes.toString('utf8', from, to)}"`) as string);
    from = to;
  }
  return parts.join('');
}

/**
 * The last place at or before `at` that lies neither in an escape nor in a character, of bytes that are no UTF-8 too.
 */
export function cutBefore(bytes: Buffer, from: number, at: number): number {
  for (let place = at - 1; place >= at - 5; place -= 1) {
    if (bytes[place] !== backslash || isEscaped(bytes, from, place)) continue;
    const length = bytes[place + 1] === unicodeEscape ? 6 : 2;
    if (place + length > at) return place;
    break;
  }
  // A character of UTF-8 has at most three bytes that continue it: a fourth belongs to none.
  for (let cut = at; cut >= at - 3; cut -= 1) if (!continuesCharacter(bytes[cut])) return cut;
  return at;
}

function continuesCharacter(byte = 0): boolean {
  return (byte & 0xc0) === 0x80;
}

function isEscaped(bytes: Buffer, from: number, at: number): boolean {
  let start = at;
  while (start > from && bytes[start - 1] === backslash) start -= 1;
  return (at - start) % 2 === 1;
}
