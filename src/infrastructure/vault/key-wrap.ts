import type { CipherKey } from 'node:crypto';
import { pack, packedOverheadBytes, unpack } from '../crypto/aes-gcm.js';

export const dataKeyBytes = 32;

/** One slot of a vault row. */
export const wrappedKeyBytes = dataKeyBytes + packedOverheadBytes;

/** A key or a secret of the vault does not open: the master key is another one, or the bytes were altered. */
export class WrappedKeyUnreadable extends Error {
  readonly code = 'wrapped-key-unreadable';
}

/** Under the master key, for this name (a kid, or a secret's name) only. */
export function wrap(masterKey: CipherKey, name: string, plain: Buffer): Buffer {
  return pack(masterKey, name, plain);
}

export function unwrap(masterKey: CipherKey, name: string, wrapped: Buffer): Buffer {
  try {
    return unpack(masterKey, name, wrapped);
  } catch {
    throw new WrappedKeyUnreadable(`${name} does not open: wrong MASTER_KEY, or the vault was altered`);
  }
}
