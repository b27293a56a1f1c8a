import type { WriteClient } from '../../sqlite/write-client.js';
import { orUnavailable } from '../or-unavailable.js';
import type { MasterKeys } from '../key-wrap.js';
import { opensTo, sealIdentity, type VaultIdentity } from '../sealed-identity.js';
import type { Establish } from './key-writes.js';
import type { VaultReader } from './vault-reader.js';

export function vaultIdentity(masterKeys: MasterKeys, writer: WriteClient, reader: VaultReader) {
  const identify = (): Promise<VaultIdentity | undefined> =>
    orUnavailable(() => {
      const stored = reader.identity();
      if (stored === undefined) return undefined;
      return { keyStoreId: stored.keyStoreId, masterKeyFits: opensTo(masterKeys, stored.sealed, stored.keyStoreId) };
    });

  return {
    identify,
    async establish(keyStoreId: string): Promise<VaultIdentity> {
      const sealed = sealIdentity(masterKeys, keyStoreId);
      await orUnavailable(() => writer.call('establish', { keyStoreId, sealed } satisfies Establish));
      const identity = await identify();
      if (identity === undefined) throw new Error('the vault was named and has no name');
      return identity;
    },
  };
}
