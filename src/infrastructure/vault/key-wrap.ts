import { type CipherKey, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { pack, packedOverheadBytes, unpack } from '../crypto/aes-gcm.js';

const dataKeyBytes = 32;
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

/**
 * Under a key that is derived for this name (a kid, or a secret's name) from the current master key, for this name
 * only. So no key seals more than its own name's few wrappings, and random 96-bit nonces never meet (NIST SP 800-38D
 * §8.3 ends one key at 2^32).
 */
export function wrap({ current }: MasterKeys, name: string, plain: Buffer): Buffer {
  return pack(derivedKey(current, name), name, plain);
}

export function unwrap({ current, other }: MasterKeys, name: string, wrapped: Buffer): Buffer {
  const plain = openedBy(current, name, wrapped) ?? (other && openedBy(other, name, wrapped));
  if (plain !== undefined) return plain;
  throw new WrappedKeyUnreadable(`${name} does not open: wrong MASTER_KEY, or the vault was altered`);
}

/** As {@link wrap} does it now; undefined where it is so already. Throws as {@link unwrap} does. */
export function rewrap(keys: MasterKeys, name: string, wrapped: Buffer): Buffer | undefined {
  const isSo = opened(derivedKey(keys.current, name), name, wrapped) !== undefined;
  return isSo ? undefined : wrap(keys, name, unwrap(keys, name, wrapped));
}

/**
 * Vaults from before keys were derived hold wrappings under the master key itself, in the same shape: the tag shows
 * which it is.
 */
function openedBy(masterKey: KeyObject, name: string, wrapped: Buffer): Buffer | undefined {
  return opened(derivedKey(masterKey, name), name, wrapped) ?? opened(masterKey, name, wrapped);
}

/**
 * HKDF-Expand (RFC 5869 §2.3), its first block: the master key is uniform, so that there is nothing to extract (§3.3).
 */
function derivedKey(masterKey: KeyObject, name: string): Buffer {
  return createHmac('sha256', masterKey).update(`posthorn key wrap ${name}`).update(firstBlock).digest();
}

const firstBlock = Buffer.of(1);

function opened(key: CipherKey, name: string, wrapped: Buffer): Buffer | undefined {
  try {
    return unpack(key, name, wrapped);
  } catch {
    return undefined;
  }
}
