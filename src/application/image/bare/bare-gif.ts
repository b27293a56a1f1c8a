import { type BareImage, damaged, pieceCounter } from './damaged.js';

const [extension, image, trailer] = [0x21, 0x2c, 0x3b];
const [graphicControl, plainText, application] = [0xf9, 0x01, 0xff];
/** How often it is played, and its color profile. */
const keptApplications: readonly string[] = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** GIF89a: comments, XMP and what programs keep for themselves are left out, and what is behind its end. */
export const bareGif: BareImage = (bytes) => {
  const headerEnd = 13 + tableBytes(bytes[10]);
  const kept: Buffer[] = [bytes.subarray(0, headerEnd)];
  const isOneMore = pieceCounter();
  let hasImage = false;
  for (let at = headerEnd; ; ) {
    const kind = bytes[at];
    // Some end without a trailer.
    if (kind === trailer || (kind === undefined && at === bytes.length)) {
      return hasImage ? Buffer.concat([...kept, Buffer.from([trailer])]) : damaged;
    }
    const end = kind === image ? imageEnd(bytes, at) : kind === extension ? blocksEnd(bytes, at + 2) : undefined;
    if (end === undefined || !isOneMore()) return damaged;
    hasImage ||= kind === image;
    if (kind === image || isKept(bytes, at)) kept.push(bytes.subarray(at, end));
    at = end;
  }
};

/** GIF89a §18 and §20: bytes of the colors that its packed fields say. */
const tableBytes = (packed = 0): number => (packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0);

/** Behind its descriptor, its colors, a byte, and its data. */
const imageEnd = (bytes: Buffer, at: number): number | undefined =>
  blocksEnd(bytes, at + 10 + tableBytes(bytes[at + 9]) + 1);

/** @returns the place behind the empty block that ends them; undefined where there is none. */
function blocksEnd(bytes: Buffer, start: number): number | undefined {
  for (let at = start; ; ) {
    const length = bytes[at];
    if (length === undefined) return undefined;
    at += 1 + length;
    if (length === 0) return at;
  }
}

function isKept(bytes: Buffer, at: number): boolean {
  const label = bytes[at + 1];
  if (label === graphicControl || label === plainText) return true;
  return label === application && keptApplications.includes(bytes.toString('latin1', at + 3, at + 14));
}
