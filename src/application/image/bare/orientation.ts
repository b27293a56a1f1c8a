/** How a viewer turns the picture: 2 to 8; 1, which is none, is not kept. TIFF 6.0, tag 274. */
export type Orientation = number;

const orientationTag = 274;
/** TIFF 6.0 §2: of the file, and of one entry of a directory. */
const [headerBytes, entryBytes] = [8, 12];
/** TIFF 6.0 §2: bytes of a value by its type; only whole numbers. */
const readers: Readonly<Record<number, (bytes: Buffer, at: number, isLittle: boolean) => number>> = {
  1: (bytes, at) => bytes.readUInt8(at),
  3: (bytes, at, isLittle) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)),
  4: (bytes, at, isLittle) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)),
};

/** @returns undefined where the Exif says none, says that it stands upright, or cannot be read. */
export function orientationIn(exif: Buffer): Orientation | undefined {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
  const order = tiff.toString('latin1', 0, 4);
  const isLittle = order === 'II*\0';
  if (!isLittle && order !== 'MM\0*') return undefined;
  if (tiff.length < headerBytes) return undefined;
  const two = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = directory + 2 <= tiff.length ? two(directory) : 0;
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + entry * entryBytes;
    if (at + entryBytes > tiff.length) return undefined;
    if (two(at) !== orientationTag) continue;
    const value = readers[two(at + 2)]?.(tiff, at + 8, isLittle) ?? 0;
    return value >= 2 && value <= 8 ? value : undefined;
  }
  return undefined;
}

/** Exif that says this and nothing else. */
export function exifOf(orientation: Orientation): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('MM\0*', 'latin1');
  tiff.writeUInt32BE(8, 4);
  tiff.writeUInt16BE(1, 8);
  tiff.writeUInt16BE(orientationTag, 10);
  tiff.writeUInt16BE(3, 12);
  tiff.writeUInt32BE(1, 14);
  tiff.writeUInt16BE(orientation, 18);
  return tiff;
}
