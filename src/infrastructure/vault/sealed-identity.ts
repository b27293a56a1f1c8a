import { unwrap, WrappedKeyUnreadable, wrap } from './key-wrap.js';

/** Readable without the right master key, so that a wrong vault and a wrong master key can be distinguished. */
export interface VaultIdentity {
  readonly keyStoreId: string;
  readonly masterKeyFits: boolean;
}

/** The sealed value stands for every other wrapped one: it opens with the same master key. */
const sealedName = 'key-store-id';

export function sealIdentity(masterKey: Buffer, keyStoreId: string): Buffer {
  return wrap(masterKey, sealedName, Buffer.from(keyStoreId));
}

/** Whether the value that stands for all others opens with this master key. */
export function opensTo(masterKey: Buffer, sealed: Buffer, keyStoreId: string): boolean {
  try {
    return unwrap(masterKey, sealedName, sealed).toString() === keyStoreId;
  } catch (error) {
    if (error instanceof WrappedKeyUnreadable) return false;
    throw error;
  }
}
