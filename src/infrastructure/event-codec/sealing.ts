import { createHash, hash as hashAtOnce } from 'node:crypto';
import { z } from 'zod';
import type { BodySealer, ContentName, SealedBytes, SegmentPlace } from '../../application/ports/body-sealer.js';
import { canonicalJson } from '../../domain/shared/json.js';
import type { Kid, SealedValue } from '../../domain/shared/personal.js';
import {
  open,
  pack,
  packedOverheadBytes,
  packSliced,
  packSlices,
  seal,
  unpack,
  unpackedSlices,
  unpackSliced,
} from '../crypto/aes-gcm.js';
import { slices } from '../slices/slices.js';
import { parseBeginning } from './body-beginning.js';
import { bodySlices, type LargeBody, parseBody } from './large-body.js';

/** AES-256-GCM over the value's canonical JSON, for this kid only. */
export function sealValue(kid: Kid, key: Buffer, value: unknown): SealedValue {
  const { iv, tag, ciphertext } = seal(key, kid, canonicalJson(value));
  return {
    ct: ciphertext.toString('base64url'),
    iv: iv.toString('base64url'),
    kid,
    tag: tag.toString('base64url'),
  };
}

/** Throws where the key does not fit or the value was altered. */
export function openValue({ kid, iv, ct, tag }: SealedValue, key: Buffer): unknown {
  const bytes = open(key, kid, {
    iv: Buffer.from(iv, 'base64url'),
    tag: Buffer.from(tag, 'base64url'),
    ciphertext: Buffer.from(ct, 'base64url'),
  });
  return JSON.parse(bytes.toString('utf8')) as unknown;
}

const emailBody = z.object({ html: z.string().exactOptional(), text: z.string().exactOptional() });

/** Sealed bytes are iv, tag, ciphertext: of a body's JSON, or of an attachment's content as it is, or of a segment. */
export const bodySealer: BodySealer = {
  seal(kid, key, body) {
    const bytes = pack(key, kid, Buffer.from(JSON.stringify(body)));
    return { bytes, digest: digestOf(bytes) };
  },
  open(kid, key, bytes) {
    return emailBody.parse(JSON.parse(unpack(key, kid, bytes).toString('utf8')));
  },
  sealLarge: sealInSlices,
  sealPieces: (kid, key, text) => sealInSlices(kid, key, { text }),
  async openLarge(kid, key, bytes) {
    return emailBody.parse(await parseBody(await unpackSliced(key, kid, bytes)));
  },
  async openBeginning(kid, key, bytes, maxBytes) {
    const { members, isCut } = await parseBeginning(unpackedSlices(key, kid, bytes), maxBytes);
    return { body: emailBody.parse(members), isCut };
  },
  sealContent: async (name, key, content) => withDigest(await packSliced(key, authenticated(name), content)),
  openContent: (name, key, bytes) => unpackSliced(key, authenticated(name), bytes),
  segmentOverheadBytes: packedOverheadBytes,
  sealSegments(name, key) {
    const hash = createHash('sha256');
    let index = 0;
    return {
      seal(plain, last) {
        const sealed = pack(key, segmentName(name, { index, last }), plain);
        index += 1;
        hash.update(sealed);
        return sealed;
      },
      digest: () => hash.digest('hex'),
    };
  },
  openSegment: (name, place, key, bytes) => unpack(key, segmentName(name, place), bytes),
};

async function sealInSlices(kid: Kid, key: Buffer, body: LargeBody): Promise<SealedBytes> {
  let plainBytes = 0;
  for await (const slice of bodySlices(body)) plainBytes += slice.length;
  return withDigest(await packSlices(key, kid, plainBytes, bodySlices(body)));
}

async function withDigest(bytes: Buffer): Promise<SealedBytes> {
  const hash = createHash('sha256');
  for await (const slice of slices(bytes)) hash.update(slice);
  return { bytes, digest: hash.digest('hex') };
}

/** One key seals several contents of a mail: none of them opens in another's place. */
function authenticated({ kid, blobId }: ContentName): string {
  return `${kid}/${blobId}`;
}

/** The place is part of the name, and so is being the last: nothing can be swapped, repeated or cut off. */
function segmentName(name: ContentName, { index, last }: SegmentPlace): string {
  return `${authenticated(name)}/${index}${last ? '/last' : ''}`;
}

/** SHA-256 of the parts one after the other, lower-case hex. */
export function digestOf(...parts: readonly [Buffer | string, ...(Buffer | string)[]]): string {
  // Without an object in between: half the time, and each event has one.
  if (parts.length === 1) return hashAtOnce('sha256', parts[0], 'hex');
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
