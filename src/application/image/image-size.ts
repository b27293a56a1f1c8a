import type { ImageType } from '../../domain/image/image.js';
import { orientationIn } from './bare/orientation.js';

interface ImageSize {
  readonly widthPx: number;
  readonly heightPx: number;
}

/** What a file says of itself, whole or without what comes behind. */
interface Said {
  readonly width: number;
  readonly height: number;
  readonly orientation?: number | undefined;
}

/** The natural size of an image that is bare, as it is shown. @returns undefined where the file does not say it. */
export function imageSize(bytes: Buffer, contentType: ImageType): ImageSize | undefined {
  const { width, height, orientation = 1 } = readers[contentType](bytes) ?? { width: 0, height: 0 };
  if (width === 0 || height === 0) return undefined;
  // TIFF 6.0, tag 274: from 5 on it lies on its side.
  return orientation < 5 ? { widthPx: width, heightPx: height } : { widthPx: height, heightPx: width };
}

const readers: Readonly<Record<ImageType, (bytes: Buffer) => Said | undefined>> = {
  'image/png': pngSize,
  'image/jpeg': jpegSize,
  'image/gif': gifSize,
  'image/webp': webpSize,
};

/** PNG §11.2.1: `IHDR` comes first. */
function pngSize(bytes: Buffer): Said | undefined {
  if (bytes.length < 24 || bytes.readUInt32BE(8) < 8) return undefined;
  let orientation: number | undefined;
  for (let at = 8; at + 8 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (type === 'eXIf') orientation = orientationIn(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
    if (type === 'eXIf' || type === 'IDAT') break;
  }
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), orientation };
}

/** ITU-T T.81 §B.2.2: a frame has its precision, height and width. */
function jpegSize(bytes: Buffer): Said | undefined {
  let orientation: number | undefined;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (marker === 0xe1) orientation ??= orientationIn(bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2)));
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7), orientation };
  }
  return undefined;
}

/** GIF89a §18. */
function gifSize(bytes: Buffer): Said | undefined {
  return bytes.length < 10 ? undefined : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** RFC 9649 §2.5 to 2.7: what its first chunk says, and its Exif, which is the last. */
function webpSize(bytes: Buffer): Said | undefined {
  if (bytes.length < 30) return undefined;
  const type = bytes.toString('latin1', 12, 16);
  if (type === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (type === 'VP8L') {
    const packed = bytes.readUInt32LE(21);
    return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
  }
  if (type !== 'VP8X') return undefined;
  const exif = bytes.lastIndexOf('EXIF', undefined, 'latin1');
  const orientation = (bytes[20] ?? 0) & 0x08 && exif > 0 ? orientationIn(bytes.subarray(exif + 8)) : undefined;
  return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3), orientation };
}
