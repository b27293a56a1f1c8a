import type { TransferEncoder } from './transfer-encoder.js';

/** What stands from `start` to `end` in a text goes through an encoder. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  encoder(): TransferEncoder;
}

const nothing = Buffer.alloc(0);

/** Puts `text` in the place of what stands there. */
export function replacement(start: number, end: number, text: string): Edit {
  return { start, end, encoder: () => ({ write: () => nothing, end: () => Buffer.from(text, 'latin1') }) };
}

/** A text with these edits, in their order; none overlaps another. All else passes as it is. */
export async function* edited(text: AsyncIterable<Buffer>, edits: readonly Edit[]): AsyncGenerator<Buffer> {
  let position = 0;
  let encoder: TransferEncoder | undefined;
  let next = 0;
  for await (const chunk of text) {
    let rest = chunk;
    for (let edit = edits[next]; edit !== undefined; edit = edits[next]) {
      const before = rest.subarray(0, Math.max(0, edit.start - position));
      if (before.length > 0) yield before;
      const inside = rest.subarray(before.length, Math.max(0, edit.end - position));
      position += before.length + inside.length;
      rest = rest.subarray(before.length + inside.length);
      if (position < edit.start) break;
      encoder ??= edit.encoder();
      if (inside.length > 0) yield encoder.write(inside);
      if (position < edit.end) break;
      yield encoder.end();
      encoder = undefined;
      next += 1;
    }
    if (rest.length > 0) yield rest;
    position += rest.length;
  }
}
