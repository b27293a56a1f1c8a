import { type BareImage, damaged, pieceCounter } from './damaged.js';
import { exifOf, orientationIn } from './orientation.js';

const headerBytes = 12;
const pictures: readonly string[] = ['VP8 ', 'VP8L', 'ANMF'];
const keptTypes: ReadonlySet<string> = new Set([...pictures, 'VP8X', 'ICCP', 'ANIM', 'ALPH']);
/** RFC 9649 §2.7: of the first byte of `VP8X`. */
const [exifFlag, xmpFlag] = [0x08, 0x04];
/** Before the chunks of a frame of an animation. */
const frameHeadBytes = 16;

interface Chunk {
  readonly type: string;
  readonly content: Buffer;
}

/** WebP (RFC 9649): Exif but for its orientation, XMP and unknown chunks are left out, in frames too. */
export const bareWebp: BareImage = (bytes) => {
  const end = 8 + bytes.readUInt32LE(4);
  const isOneMore = pieceCounter();
  const chunks = end > bytes.length ? undefined : chunksIn(bytes.subarray(headerBytes, end), isOneMore);
  if (!chunks?.some(({ type }) => pictures.includes(type))) return damaged;
  const exif = chunks.find(({ type }) => type === 'EXIF');
  const isExtended = chunks.some(({ type }) => type === 'VP8X');
  const orientation = exif === undefined || !isExtended ? undefined : orientationIn(exif.content);
  const kept: Chunk[] = [];
  for (const { type, content } of chunks) {
    const bare = keptTypes.has(type)
      ? bareContent({ type, content }, orientation !== undefined, isOneMore)
      : Buffer.alloc(0);
    if (bare === undefined) return damaged;
    if (keptTypes.has(type)) kept.push({ type, content: bare });
  }
  if (orientation !== undefined) kept.push({ type: 'EXIF', content: exifOf(orientation) });
  const body = Buffer.concat([Buffer.from('WEBP'), ...kept.map(written)]);
  return Buffer.concat([Buffer.from('RIFF'), sizeOf(body), body]);
};

function bareContent({ type, content }: Chunk, isTurned: boolean, isOneMore: () => boolean): Buffer | undefined {
  if (type === 'VP8X') {
    const flags = Buffer.from(content);
    flags[0] = ((flags[0] ?? 0) & ~(exifFlag | xmpFlag)) | (isTurned ? exifFlag : 0);
    return flags;
  }
  if (type !== 'ANMF') return content;
  const within = chunksIn(content.subarray(frameHeadBytes), isOneMore)?.filter((each) => keptTypes.has(each.type));
  return within && Buffer.concat([content.subarray(0, frameHeadBytes), ...within.map(written)]);
}

/** @returns undefined where one does not end, or is one too many. */
function chunksIn(bytes: Buffer, isOneMore: () => boolean): readonly Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = 0; at < bytes.length; ) {
    const length = at + 8 <= bytes.length ? bytes.readUInt32LE(at + 4) : Infinity;
    if (at + 8 + length > bytes.length || !isOneMore()) return undefined;
    chunks.push({ type: bytes.toString('latin1', at, at + 4), content: bytes.subarray(at + 8, at + 8 + length) });
    at += 8 + length + (length % 2);
  }
  return chunks;
}

const sizeOf = (content: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return size;
};

/** Padded to an even size. */
const written = ({ type, content }: Chunk): Buffer =>
  Buffer.concat([Buffer.from(type, 'latin1'), sizeOf(content), content, Buffer.alloc(content.length % 2)]);
