import { type BareImage, damaged, pieceCounter } from './damaged.js';
import { exifOf, orientationIn } from './orientation.js';

const signatureBytes = 8;
/** PNG §5.3: length, type and check beside the content. */
const aroundContent = 12;

/** PNG (Third Edition) §11: what is needed to show it, its colors and size, and animation. */
const keptTypes: ReadonlySet<string> = new Set(
  `IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV mDCv cLLI cLLi bKGD hIST pHYs sPLT acTL fcTL fdAT`.split(
    ' ',
  ),
);

/** Texts, times, Exif but for its orientation, and what programs keep for themselves are left out. */
export const barePng: BareImage = (bytes) => {
  const kept: Buffer[] = [bytes.subarray(0, signatureBytes)];
  const isOneMore = pieceCounter();
  let orientation: number | undefined;
  let dataAt: number | undefined;
  for (let at = signatureBytes; ; ) {
    const length = at + aroundContent <= bytes.length ? bytes.readUInt32BE(at) : Infinity;
    const end = at + aroundContent + length;
    if (end > bytes.length || !isOneMore()) return damaged;
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at === signatureBytes ? type !== 'IHDR' : type === 'IHDR') return damaged;
    if (type === 'eXIf') orientation ??= orientationIn(bytes.subarray(at + 8, end - 4));
    // What cannot be shown without it: §5.4, the first letter is a capital.
    if (!keptTypes.has(type) && /^[A-Z]/.test(type)) return damaged;
    if (type === 'IDAT') dataAt ??= kept.length;
    if (keptTypes.has(type)) kept.push(bytes.subarray(at, end));
    at = end;
    if (type !== 'IEND') continue;
    if (dataAt === undefined) return damaged;
    if (orientation !== undefined) kept.splice(dataAt, 0, chunk('eXIf', exifOf(orientation)));
    return Buffer.concat(kept);
  }
};

function chunk(type: string, content: Buffer): Buffer {
  const made = Buffer.alloc(aroundContent + content.length);
  made.writeUInt32BE(content.length, 0);
  made.write(type, 4, 'latin1');
  content.copy(made, 8);
  made.writeUInt32BE(crcOf(made.subarray(4, 8 + content.length)), 8 + content.length);
  return made;
}

/** PNG, annex D. For a few bytes. */
function crcOf(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
