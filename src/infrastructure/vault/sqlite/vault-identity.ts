import type { WriteClient } from '../../sqlite/write-client.js';
import { unwrap, wrap, WrappedKeyUnreadable } from '../key-wrap.js';
import { orUnavailable } from './guard.js';
import type { Establish } from './key-writes.js';
import type { VaultReader } from './vault-reader.js';

/** Readable without the right master key, so that a wrong vault and a wrong master key can be told apart. */
export interface VaultIdentity {
  readonly keyStoreId: string;
  readonly masterKeyFits: boolean;
}

/** The sealed value stands for every other wrapped one: it opens with the same master key. */
const sealedName = 'key-store-id';

export function vaultIdentity(masterKey: Buffer, writer: WriteClient, reader: VaultReader) {
  const identify = (): Promise<VaultIdentity | undefined> =>
    orUnavailable(() => {
      const stored = reader.identity();
      if (stored === undefined) return undefined;
      return { keyStoreId: stored.keyStoreId, masterKeyFits: opensTo(masterKey, stored.sealed, stored.keyStoreId) };
    });

  return {
    identify,
    async establish(keyStoreId: string): Promise<VaultIdentity> {
      const sealed = wrap(masterKey, sealedName, Buffer.from(keyStoreId));
      await orUnavailable(() => writer.call('establish', { keyStoreId, sealed } satisfies Establish));
      const identity = await identify();
      if (identity === undefined) throw new Error('the vault was named and has no name');
      return identity;
    },
  };
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
