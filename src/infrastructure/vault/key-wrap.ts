import { createSecretKey, type KeyObject } from 'node:crypto';
import { pack, packedOverheadBytes, unpack } from '../crypto/aes-gcm.js';

export const dataKeyBytes = 32;
const masterKeyBytes = 32;

/** One slot of a vault row. */
export const wrappedKeyBytes = dataKeyBytes + packedOverheadBytes;

/** A key or a secret of the vault does not open: the master key is another one, or the bytes were altered. */
export class WrappedKeyUnreadable extends Error {
  readonly code = 'wrapped-key-unreadable';
}

/** One master key wraps; while it is being rotated, another one opens what it has wrapped. */
export interface MasterKeys {
  readonly current: KeyObject;
  readonly other: KeyObject | undefined;
}

/** From 32 bytes each, the current key first: so they go from one thread to another. */
export function masterKeysFrom(bytes: Buffer): MasterKeys {
  // Made once: bytes would be looked at again for each of the keys that they wrap.
  const other = bytes.subarray(masterKeyBytes);
  return {
    current: createSecretKey(bytes.subarray(0, masterKeyBytes)),
    other: other.length === 0 ? undefined : createSecretKey(other),
  };
}

/** Under the current master key, for this name (a kid, or a secret's name) only. */
export function wrap({ current }: MasterKeys, name: string, plain: Buffer): Buffer {
  return pack(current, name, plain);
}

export function unwrap({ current, other }: MasterKeys, name: string, wrapped: Buffer): Buffer {
  const plain = opened(current, name, wrapped) ?? (other && opened(other, name, wrapped));
  if (plain !== undefined) return plain;
  throw new WrappedKeyUnreadable(`${name} does not open: wrong MASTER_KEY, or the vault was altered`);
}

/** The same under the current master key; undefined where it is already. Throws as {@link unwrap} does. */
export function rewrap(keys: MasterKeys, name: string, wrapped: Buffer): Buffer | undefined {
  return opened(keys.current, name, wrapped) === undefined ? wrap(keys, name, unwrap(keys, name, wrapped)) : undefined;
}

function opened(key: KeyObject, name: string, wrapped: Buffer): Buffer | undefined {
  try {
    return unpack(key, name, wrapped);
  } catch {
    return undefined;
  }
}
