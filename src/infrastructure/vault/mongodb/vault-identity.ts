import { newerData } from '../../../application/installation/newer-data.js';
import type { MasterKeys } from '../key-wrap.js';
import { opensTo, sealIdentity, type VaultIdentity } from '../sealed-identity.js';
import type { Call } from './calls.js';
import { type VaultCollections, vaultFormat } from './collections.js';
import { ensureAll } from './insert-all.js';

export function vaultIdentity(masterKeys: MasterKeys, { identity }: VaultCollections, call: Call) {
  const identify = async (): Promise<VaultIdentity | undefined> => {
    const stored = await call(() => identity.findOne({ _id: 'vault' }));
    if (stored === null) return undefined;
    const { keyStoreId, sealed, format = 0 } = stored;
    if (format > vaultFormat)
      throw newerData(`the vault in MongoDB has format ${format}, this one knows ${vaultFormat}`);
    return { keyStoreId, masterKeyFits: opensTo(masterKeys, sealed, keyStoreId) };
  };

  return {
    identify,
    async establish(keyStoreId: string): Promise<VaultIdentity> {
      const sealed = sealIdentity(masterKeys, keyStoreId);
      await call(() => ensureAll(identity, [{ _id: 'vault', keyStoreId, sealed, format: vaultFormat }]));
      const established = await identify();
      if (established === undefined) throw new Error('the vault was named and has no name');
      return established;
    },
  };
}
