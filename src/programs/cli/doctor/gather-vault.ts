import type { VaultFacts } from '../../../application/doctor/facts.js';
import type { Config } from '../../../infrastructure/config/config.js';
import { readMasterKey, withOtherKey } from '../../../infrastructure/vault/master-key.js';
import { readVaultFigures } from '../../../infrastructure/vault/sqlite/vault-figures.js';

/** Figures of the vault in `DATA_DIR`, which must exist. Never makes a master key. */
export async function gatherVault(config: Config): Promise<VaultFacts> {
  const { dataDir, masterKey: configured } = config;
  const found = await readMasterKey({ configured: configured ?? undefined, dataDir }).catch(
    () => 'unreadable' as const,
  );
  const { keyStoreId, masterKeyFits, destroyedLog, oldestRequestLog } = readVaultFigures(
    dataDir,
    found === 'unreadable' || found === undefined ? undefined : withOtherKey(found, config),
  );
  return {
    keyStoreId,
    masterKey: found === 'unreadable' ? found : fit(masterKeyFits, found !== undefined),
    destroyedLog,
    oldestRequestLogAt: oldestRequestLog === null ? null : hourOf(oldestRequestLog),
  };
}

/** `<instance>-<yyyy-mm-ddThh>` is of this hour: ISO 8601. */
export function hourOf(requestLog: string): string {
  return `${requestLog.slice(-13)}:00:00.000Z`;
}

/** A vault without a name fits every key. */
function fit(fits: boolean | null, given: boolean): VaultFacts['masterKey'] {
  if (!given) return 'missing';
  return fits === false ? 'does-not-fit' : 'fits';
}
