import { promisify } from 'node:util';
import { crc32, gunzip, inflateRaw } from 'node:zlib';

/** Limit of one file, and of all files of an email together. */
export const mostBytes = 10 * 1024 * 1024;
/** Reports repeat themselves, and shrink to a fiftieth; what shrinks to less is there to fill the memory. */
const mostRatio = 200;
const leastAllowed = 64 * 1024;

/** A report out of gzip or zip, or as it is; undefined where it is neither, is damaged, or has too much in it. */
export async function unpacked(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    if (bytes[0] === 0x1f && bytes[1] === 0x8b) return await promisify(gunzip)(bytes, limitFor(bytes));
    if (bytes.subarray(0, 4).equals(entrySignature)) return await firstFile(bytes);
    return bytes.length <= mostBytes ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function limitFor({ length }: Buffer): { readonly maxOutputLength: number } {
  return { maxOutputLength: Math.min(mostBytes, Math.max(leastAllowed, length * mostRatio)) };
}

/* APPNOTE.TXT of PKWARE, 4.3.7, 4.3.12 and 4.3.16. */
const entrySignature = Buffer.from('PK\u0003\u0004', 'latin1');
const listedSignature = Buffer.from('PK\u0001\u0002', 'latin1');
const directoryEnd = Buffer.from('PK\u0005\u0006', 'latin1');
const encrypted = 1;

/** The first file of an archive that is a document: a report stands alone. Throws where the archive is damaged. */
async function firstFile(archive: Buffer): Promise<Buffer | undefined> {
  const end = archive.lastIndexOf(directoryEnd);
  if (end === -1) return undefined;
  let at = archive.readUInt32LE(end + 16);
  for (let left = Math.min(archive.readUInt16LE(end + 10), 16); left > 0; left -= 1) {
    if (!archive.subarray(at, at + 4).equals(listedSignature)) return undefined;
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString('latin1', at + 46, at + 46 + nameBytes);
    if (/\.(?:xml|json)$/i.test(name)) return contentOf(archive, at);
    at += 46 + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return undefined;
}

async function contentOf(archive: Buffer, listed: number): Promise<Buffer | undefined> {
  if ((archive.readUInt16LE(listed + 8) & encrypted) !== 0) return undefined;
  const [method, checksum] = [archive.readUInt16LE(listed + 10), archive.readUInt32LE(listed + 16)];
  const packedBytes = archive.readUInt32LE(listed + 20);
  const entry = archive.readUInt32LE(listed + 42);
  if (!archive.subarray(entry, entry + 4).equals(entrySignature)) return undefined;
  const start = entry + 30 + archive.readUInt16LE(entry + 26) + archive.readUInt16LE(entry + 28);
  const packed = archive.subarray(start, start + packedBytes);
  if (packed.length !== packedBytes) return undefined;
  const content =
    method === 0 ? packed : method === 8 ? await promisify(inflateRaw)(packed, limitFor(packed)) : undefined;
  return content !== undefined && crc32(content) === checksum ? content : undefined;
}
