import { type CipherKey, createCipheriv, createDecipheriv } from 'node:crypto';
import { randomBytes } from './random.js';
import { slices } from '../slices/slices.js';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** What {@link pack} adds to the plain bytes. */
export const packedOverheadBytes = ivBytes + tagBytes;

export interface Sealed {
  readonly iv: Buffer;
  readonly tag: Buffer;
  readonly ciphertext: Buffer;
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a random 96-bit iv; a text is taken as UTF-8. `name` is authenticated with it: it
 * opens under that name only.
 */
export function seal(key: CipherKey, name: string, plain: Buffer | string): Sealed {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(name));
  const ciphertext = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  // GCM has no output left at the end; this computes the tag.
  cipher.final();
  return { iv, tag: cipher.getAuthTag(), ciphertext };
}

/** Throws where key, name or bytes are not those of the sealing. */
export function open(key: CipherKey, name: string, { iv, tag, ciphertext }: Sealed): Buffer {
  if (iv.length !== ivBytes || tag.length !== tagBytes) throw new Error('the iv or the tag has a wrong length');
  const decipher = createDecipheriv(algorithm, key, iv).setAAD(Buffer.from(name)).setAuthTag(tag);
  const plain = decipher.update(ciphertext);
  decipher.final();
  return plain;
}

/** {@link seal} as one run of bytes, in memory of its own: iv, tag, ciphertext. */
export function pack(key: CipherKey, name: string, plain: Buffer): Buffer {
  const { iv, tag, ciphertext } = seal(key, name, plain);
  const packed = Buffer.allocUnsafeSlow(packedOverheadBytes + ciphertext.length);
  iv.copy(packed, 0);
  tag.copy(packed, ivBytes);
  ciphertext.copy(packed, packedOverheadBytes);
  return packed;
}

/** Undoes {@link pack}; throws as {@link open} does. */
export function unpack(key: CipherKey, name: string, packed: Buffer): Buffer {
  return open(key, name, {
    iv: packed.subarray(0, ivBytes),
    tag: packed.subarray(ivBytes, packedOverheadBytes),
    ciphertext: packed.subarray(packedOverheadBytes),
  });
}

/** {@link pack} for bytes of any size. */
export function packSliced(key: Buffer, name: string, plain: Uint8Array): Promise<Buffer> {
  return packSlices(key, name, plain.length, slices(plain));
}

/** {@link pack} for bytes that are never in memory as a whole: so many, in slices. */
export async function packSlices(
  key: Buffer,
  name: string,
  plainBytes: number,
  plain: AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(name));
  const packed = Buffer.allocUnsafeSlow(packedOverheadBytes + plainBytes);
  let end = packedOverheadBytes;
  for await (const slice of plain) end += cipher.update(slice).copy(packed, end);
  cipher.final();
  iv.copy(packed, 0);
  cipher.getAuthTag().copy(packed, ivBytes);
  return packed;
}

/**
 * Undoes {@link packSliced}, and answers nothing before the whole is known to be genuine; throws as {@link open} does.
 */
export async function unpackSliced(key: Buffer, name: string, packed: Buffer): Promise<Buffer> {
  const plain = Buffer.allocUnsafeSlow(Math.max(0, packed.length - packedOverheadBytes));
  let end = 0;
  for await (const slice of unpackedSlices(key, name, packed)) end += slice.copy(plain, end);
  return plain;
}

/**
 * {@link unpackSliced} in slices, none of which may be used before the last: it throws at its end where one was
 * altered.
 */
export async function* unpackedSlices(key: Buffer, name: string, packed: Buffer): AsyncGenerator<Buffer> {
  if (packed.length < packedOverheadBytes) throw new Error('there is no iv and no tag');
  const decipher = createDecipheriv(algorithm, key, packed.subarray(0, ivBytes))
    .setAAD(Buffer.from(name))
    .setAuthTag(packed.subarray(ivBytes, packedOverheadBytes));
  for await (const slice of slices(packed.subarray(packedOverheadBytes))) yield decipher.update(slice);
  decipher.final();
}
