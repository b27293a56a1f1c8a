import { nextTurn } from '../../application/shared/delay.js';

/**
 * Large enough that the turns cost nothing, and well below a millisecond: a request waits for one in each of its own
 * turns.
 */
const sliceBytes = 256 * 1024;
const sliceCharacters = 64 * 1024;

/** The bytes in slices, each in a turn of the event loop of its own. */
export async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += sliceBytes) {
    if (start > 0) await nextTurn();
    yield bytes.subarray(start, start + sliceBytes);
  }
}

/** The text in slices that halve no surrogate pair: a half alone would be written as another character. */
export function* textSlices(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + sliceCharacters, text.length);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
