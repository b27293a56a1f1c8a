import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { TrackingSealer } from '../../application/ports/tracking-sealer.js';
import { randomBytes } from './random.js';

const ivBytes = 12;
const tagBytes = 16;
const hitKeyBytes = 16;

/**
 * AES-GCM (NIST SP 800-38D). The iv of a token is an HMAC of what is sealed, so the same mail is composed to the same
 * bytes at each attempt, and two tokens share an iv only where they are the same.
 */
export const trackingSealer: TrackingSealer = {
  seal(teamKey, host, plain) {
    const { sealing, numbering } = keysOf(teamKey);
    const iv = createHmac('sha256', numbering).update(`${host}\n`).update(plain).digest().subarray(0, ivBytes);
    const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(host));
    const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64url');
  },
  open(teamKey, host, token) {
    const bytes = Buffer.from(token, 'base64url');
    // One text for each token: what a decoder skips or rounds is a change too.
    if (bytes.length <= ivBytes + tagBytes || bytes.toString('base64url') !== token) return undefined;
    return opened('aes-256-gcm', keysOf(teamKey).sealing, bytes, Buffer.from(host));
  },
  hitKey: (dataKey) => derived(dataKey, 'tracking hits', hitKeyBytes),
  sealHit(hitKey, plain) {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-128-gcm', hitKey, iv);
    const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
  },
  openHit: (hitKey, sealed) => opened('aes-128-gcm', hitKey, Buffer.from(sealed, 'base64'))?.toString('utf8'),
};

function opened(
  algorithm: 'aes-128-gcm' | 'aes-256-gcm',
  key: Buffer,
  bytes: Buffer,
  name?: Buffer,
): Buffer | undefined {
  if (bytes.length < ivBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes));
  if (name !== undefined) decipher.setAAD(name);
  decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
  const plain = decipher.update(bytes.subarray(ivBytes + tagBytes));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return plain;
}

interface TokenKeys {
  readonly sealing: Buffer;
  readonly numbering: Buffer;
}

/** Derived once for each key that is in memory. */
const known = new WeakMap<Buffer, TokenKeys>();

function keysOf(teamKey: Buffer): TokenKeys {
  const keys = known.get(teamKey) ?? {
    sealing: derived(teamKey, 'tracking tokens', 32),
    numbering: derived(teamKey, 'tracking ivs', 32),
  };
  known.set(teamKey, keys);
  return keys;
}

/** RFC 5869. */
const derived = (key: Buffer, info: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), info, bytes));
