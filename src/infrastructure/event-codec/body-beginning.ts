import { cutBefore, parseJsonString } from '../slices/json-string.js';

/** Between two texts of a body, before the name. Inside of a text a quote stands behind a backslash, never a comma. */
const separator = Buffer.from('","');
/** `","html":"` or `","text":"`. */
const separatorBytes = 10;
const endBytes = '"}'.length;

interface Beginning {
  readonly name: string;
  readonly pieces: Buffer[];
  /** Size of the whole text. */
  bytes: number;
}

/**
 * The texts of a body from slices of what `bodySlices` wrote, each up to so many bytes of its JSON: what comes after is
 * looked through for the next text, and dropped.
 */
export async function parseBeginning(
  slices: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<{ readonly members: Readonly<Record<string, string>>; readonly isCut: boolean }> {
  const texts: Beginning[] = [];
  const add = (piece: Buffer): void => {
    const text = texts.at(-1);
    if (text === undefined) return;
    // A byte more: where a text may be cut is seen by what follows.
    const room = maxBytes + 1 - text.bytes;
    if (room > 0) text.pieces.push(Buffer.from(piece.subarray(0, room)));
    text.bytes += piece.length;
  };
  let rest = Buffer.alloc(0);
  let isFirst = true;
  for await (const slice of slices) {
    rest = isFirst ? Buffer.concat([Buffer.from('",'), slice.subarray(1)]) : Buffer.concat([rest, slice]);
    isFirst = false;
    for (let next = nextText(rest); next !== undefined; next = nextText(rest)) {
      add(rest.subarray(0, next.at));
      texts.push({ name: next.name, pieces: [], bytes: 0 });
      rest = rest.subarray(next.at + separatorBytes);
    }
    // It may have the beginning of a separator in it, or the end of the body.
    const sure = Math.max(0, rest.length - separatorBytes);
    add(rest.subarray(0, sure));
    rest = rest.subarray(sure);
  }
  add(rest.subarray(0, Math.max(0, rest.length - endBytes)));
  const members: Record<string, string> = {};
  for (const { name, pieces, bytes } of texts) {
    const begun = Buffer.concat(pieces);
    members[name] = await parseJsonString(begun, 0, bytes > maxBytes ? cutBefore(begun, 0, maxBytes) : bytes);
  }
  return { members, isCut: texts.some(({ bytes }) => bytes > maxBytes) };
}

/** Undefined also where it is not all there. */
function nextText(bytes: Buffer): { readonly name: string; readonly at: number } | undefined {
  const at = bytes.indexOf(separator);
  if (at === -1 || at + separatorBytes > bytes.length) return undefined;
  return { name: bytes.toString('latin1', at + 3, at + 7), at };
}
