import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { BodySealer } from '../../application/ports/body-sealer.js';
import { canonicalJson } from '../../domain/shared/json.js';
import type { Kid, SealedValue } from '../../domain/shared/personal.js';
import { open, pack, seal, unpack } from '../identity/aes-gcm.js';

/** AES-256-GCM over the value's canonical JSON, for this kid only. */
export function sealValue(kid: Kid, key: Buffer, value: unknown): SealedValue {
  const { iv, tag, ciphertext } = seal(key, kid, Buffer.from(canonicalJson(value)));
  return {
    kid,
    iv: iv.toString('base64url'),
    ct: ciphertext.toString('base64url'),
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

/** A body's sealed bytes: iv, tag, ciphertext of its JSON. */
export const bodySealer: BodySealer = {
  seal(kid, key, body) {
    const bytes = pack(key, kid, Buffer.from(JSON.stringify(body)));
    return { bytes, digest: digestOf(bytes) };
  },
  open(kid, key, bytes) {
    return emailBody.parse(JSON.parse(unpack(key, kid, bytes).toString('utf8')));
  },
};

/** SHA-256, lower-case hex. */
export function digestOf(content: Buffer | string): string {
  return createHash('sha256').update(content).digest('hex');
}
