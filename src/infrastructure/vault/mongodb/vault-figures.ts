import type { Db } from 'mongodb';
import { masterKeysFrom } from '../key-wrap.js';
import { opensTo } from '../sealed-identity.js';
import { vaultCollections } from './collections.js';

export interface MongoVaultFigures {
  readonly keyStoreId: string;
  readonly masterKeyFits: boolean;
  /** The stream of the oldest logged hour whose keys are left; null: none. */
  readonly oldestRequestLog: string | null;
}

/** Figures of the vault in this database, which it leaves as it is; undefined where there is none. */
export async function readMongoVaultFigures(db: Db, masterKey: Buffer): Promise<MongoVaultFigures | undefined> {
  const { identity, keys } = vaultCollections(db);
  const stored = await identity.findOne({ _id: 'vault' });
  if (stored === null) return undefined;
  const { keyStoreId, sealed } = stored;
  const oldest = await keys.findOne({ requestLogRow: { $gt: '' } }, { sort: { requestLogRow: 1 } });
  return {
    keyStoreId,
    masterKeyFits: opensTo(masterKeysFrom(masterKey), sealed, keyStoreId),
    oldestRequestLog: oldest?.anchor ?? null,
  };
}
