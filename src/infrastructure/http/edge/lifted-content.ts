import { nextTurn } from '../../../application/shared/delay.js';
import { isBase64 } from './attachment-content.js';

const sliceBytes = 1024 * 1024;
/** `\u002b`. */
const longestEscape = 6;

/**
 * Base64 between two places of a JSON text, decoded over itself: its bytes are fewer than its characters. Undefined
 * where it is none; the text is spoilt then.
 */
export async function decodedBase64(bytes: Buffer, start: number, end: number): Promise<Buffer | undefined> {
  let written = start;
  let rest = '';
  for (let at = start; at < end; ) {
    if (at > start) await nextTurn();
    const stop = endOfSlice(bytes, at, end);
    const text = unescaped(bytes.toString('latin1', at, stop));
    if (text === undefined) return undefined;
    at = stop;
    const characters = rest + text.replace(/\s+/g, '');
    // What is left for the next slice includes the padding: it may be followed by nothing but white space.
    const whole = at < end ? Math.max(0, Math.floor((characters.length - 4) / 4) * 4) : characters.length;
    rest = characters.slice(whole);
    const ready = characters.slice(0, whole);
    if (!(at < end ? /^[A-Za-z0-9+/]*$/.test(ready) : isBase64(ready))) return undefined;
    written += bytes.write(ready, written, 'base64');
  }
  return bytes.subarray(start, written);
}

/** Not between a backslash and what it escapes. */
function endOfSlice(bytes: Buffer, at: number, end: number): number {
  const stop = at + sliceBytes;
  if (stop >= end) return end;
  const escape = bytes.subarray(stop - longestEscape, stop).indexOf(0x5c);
  return escape === -1 ? stop : stop - longestEscape + escape;
}

function unescaped(raw: string): string | undefined {
  if (!raw.includes('\\')) return raw;
  try {
    // Text between two quotes is text.
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return undefined;
  }
}

/** The place after the list of numbers that begins here; -1 where anything but digits is in it. */
export async function endOfByteValues(bytes: Buffer, start: number): Promise<number> {
  for (let at = start + 1; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x5d) return at + 1;
    if (!isDigit(byte) && byte !== 0x2c && !isWhiteSpace(byte)) return -1;
    if (at % sliceBytes === 0) await nextTurn();
  }
  return -1;
}

/** Like {@link decodedBase64} for a list of numbers from 0 to 255. */
export async function decodedByteValues(bytes: Buffer, start: number, end: number): Promise<Buffer | undefined> {
  let written = start;
  let value = -1;
  let isOver = false;
  for (let at = start; at <= end; at++) {
    const byte = at === end ? 0x2c : (bytes[at] ?? 0);
    if (isDigit(byte)) {
      if (isOver) return undefined;
      value = Math.max(value, 0) * 10 + (byte - 0x30);
      if (value > 255) return undefined;
    } else if (byte === 0x2c) {
      if (value === -1) return undefined;
      bytes[written++] = value;
      value = -1;
      isOver = false;
    } else {
      isOver = value !== -1;
    }
    if (at % sliceBytes === 0) await nextTurn();
  }
  return bytes.subarray(start, written);
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isWhiteSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
