import { opensTo, sealIdentity, type VaultIdentity } from '../sealed-identity.js';
import type { Call } from './calls.js';
import type { VaultCollections } from './collections.js';
import { ensureAll } from './insert-all.js';

export function vaultIdentity(masterKey: Buffer, { identity }: VaultCollections, call: Call) {
  const identify = async (): Promise<VaultIdentity | undefined> => {
    const stored = await call(() => identity.findOne({ _id: 'vault' }));
    if (stored === null) return undefined;
    const { keyStoreId, sealed } = stored;
    return { keyStoreId, masterKeyFits: opensTo(masterKey, sealed, keyStoreId) };
  };

  return {
    identify,
    async establish(keyStoreId: string): Promise<VaultIdentity> {
      const sealed = sealIdentity(masterKey, keyStoreId);
      await call(() => ensureAll(identity, [{ _id: 'vault', keyStoreId, sealed }]));
      const established = await identify();
      if (established === undefined) throw new Error('the vault was named and has no name');
      return established;
    },
  };
}
