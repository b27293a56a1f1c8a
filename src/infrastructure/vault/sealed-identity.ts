import { type MasterKeys, rewrap, unwrap, WrappedKeyUnreadable, wrap } from './key-wrap.js';

/** Readable without the right master key, so that a wrong vault and a wrong master key can be distinguished. */
export interface VaultIdentity {
  readonly keyStoreId: string;
  readonly masterKeyFits: boolean;
}

/** The sealed value stands for every other wrapped one: it opens with the same master key. */
const sealedName = 'key-store-id';

export function sealIdentity(masterKeys: MasterKeys, keyStoreId: string): Buffer {
  return wrap(masterKeys, sealedName, Buffer.from(keyStoreId));
}

/** Under the current master key; undefined where it is already. */
export function resealIdentity(masterKeys: MasterKeys, sealed: Buffer): Buffer | undefined {
  return rewrap(masterKeys, sealedName, sealed);
}

/** Whether the value that stands for all others opens with these master keys. */
export function opensTo(masterKeys: MasterKeys, sealed: Buffer, keyStoreId: string): boolean {
  try {
    return unwrap(masterKeys, sealedName, sealed).toString() === keyStoreId;
  } catch (error) {
    if (error instanceof WrappedKeyUnreadable) return false;
    throw error;
  }
}
