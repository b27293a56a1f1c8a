import { type BareImage, damaged, pieceCounter } from './damaged.js';
import { exifOf, orientationIn } from './orientation.js';

const [startOfImage, endOfImage, startOfScan] = [0xd8, 0xd9, 0xda];
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** ITU-T T.81 §B.1.1.3: markers without a length. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);
const jfif = 'JFIF\0';
const exif = 'Exif\0\0';

/**
 * ITU-T T.81 (JPEG) §B: of what applications wrote it keeps the frame of JFIF, the color profile and transform, and the
 * orientation. What is behind the end of the picture (previews, videos, depth maps) is left out.
 */
export const bareJpeg: BareImage = (bytes) => {
  const kept: Buffer[] = [];
  const isOneMore = pieceCounter();
  let orientation: number | undefined;
  let hasFrame = false;
  let at = 2;
  for (;;) {
    const found = bytes.indexOf(0xff, at);
    if (found < 0) return damaged;
    at = found;
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at];
    if (marker === undefined || marker === 0 || marker === startOfImage) return damaged;
    at += 1;
    if (marker === endOfImage || !isOneMore()) return damaged;
    if (isAlone(marker)) continue;
    const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0;
    if (length < 2 || at + length > bytes.length) return damaged;
    const content = bytes.subarray(at + 2, at + length);
    at += length;
    hasFrame ||= isFrame(marker);
    if (marker === startOfScan) {
      if (!hasFrame) return damaged;
      const scan = scansFrom(bytes, at, isOneMore);
      return scan && joined(kept, orientation, [segment(marker, content), ...scan]);
    }
    if (isExif(marker, content)) orientation ??= orientationIn(content.subarray(exif.length));
    else if (isKept(marker, content)) kept.push(segment(marker, withoutPreview(marker, content)));
  }
};

const isExif = (marker: number, content: Buffer): boolean => marker === 0xe1 && begins(content, exif);
const begins = (content: Buffer, text: string): boolean => content.toString('latin1', 0, text.length) === text;

/** Tables and frames, and of the applications' segments what colors are read by. */
function isKept(marker: number, content: Buffer): boolean {
  if (marker === 0xe0) return begins(content, jfif);
  if (marker === 0xe2) return begins(content, 'ICC_PROFILE\0');
  if (marker === 0xee) return begins(content, 'Adobe');
  // 0xe0 and following: of applications; 0xfe: a comment.
  return marker >= 0xc0 && marker <= 0xdf;
}

/** JFIF 1.02: version, density, and the size of a preview, which may show what was cut out of the picture. */
const withoutPreview = (marker: number, content: Buffer): Buffer =>
  marker === 0xe0 ? Buffer.concat([content.subarray(0, 12), Buffer.alloc(2)]) : content;

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** From behind a scan's header to the end of the picture; between scans come tables, comments and more headers. */
function scansFrom(bytes: Buffer, start: number, isOneMore: () => boolean): Buffer[] | undefined {
  const pieces: Buffer[] = [];
  let from = start;
  for (let at = start; ; ) {
    const found = bytes.indexOf(0xff, at);
    const marker = bytes[found + 1];
    // It was cut off: what there is of it is shown.
    if (found < 0 || marker === undefined) return [...pieces, bytes.subarray(from), endMarker];
    if (marker === endOfImage) return [...pieces, bytes.subarray(from, found), endMarker];
    if (marker === 0xff) at = found + 1;
    else if (marker === 0 || isAlone(marker)) at = found + 2;
    else {
      const length = found + 4 <= bytes.length ? bytes.readUInt16BE(found + 2) : 0;
      const end = found + 2 + length;
      if (length < 2 || end > bytes.length || !isOneMore()) return undefined;
      const content = bytes.subarray(found + 4, end);
      if (!isKept(marker, content)) {
        pieces.push(bytes.subarray(from, found));
        from = end;
      }
      at = end;
    }
  }
}
const endMarker = Buffer.from([0xff, endOfImage]);

/** JFIF comes first, and Exif behind it. */
function joined(kept: readonly Buffer[], orientation: number | undefined, rest: readonly Buffer[]): Buffer {
  const first = kept.filter((each) => each[1] === 0xe0).slice(0, 1);
  const others = kept.filter((each) => each[1] !== 0xe0);
  const turned =
    orientation === undefined ? [] : [segment(0xe1, Buffer.concat([Buffer.from(exif, 'latin1'), exifOf(orientation)]))];
  return Buffer.concat([Buffer.from([0xff, startOfImage]), ...first, ...turned, ...others, ...rest]);
}
