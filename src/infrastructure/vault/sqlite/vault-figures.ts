import { statSync } from 'node:fs';
import { idOf, type StreamName } from '../../../domain/shared/stream-name.js';
import { masterKeysFrom } from '../key-wrap.js';
import { formerOf } from '../destroyed-file.js';
import { opensTo } from '../sealed-identity.js';
import { vaultPaths } from './paths.js';
import { openVaultReader } from './vault-reader.js';

/** What an operator may know of a vault. Made without a writer: nothing is created, nothing destroyed. */
export interface VaultFigures {
  readonly keyStoreId: string | null;
  /** Null when no master key was given. */
  readonly masterKeyFits: boolean | null;
  readonly destroyedLog: { readonly bytes: number; readonly appliedBytes: number };
  /** `<instance>-<yyyy-mm-ddThh>` of the oldest request log whose keys are left. */
  readonly oldestRequestLog: string | null;
}

/** Above every row of the vault: they are UUIDs. */
const behindEveryRow = 'g';

/** The vault must exist in `dataDir`. */
export function readVaultFigures(dataDir: string, masterKey: Buffer | undefined): VaultFigures {
  const paths = vaultPaths(dataDir);
  const reader = openVaultReader(paths.database);
  try {
    const identity = reader.identity();
    const fits =
      masterKey === undefined || identity === undefined
        ? null
        : opensTo(masterKeysFrom(masterKey), identity.sealed, identity.keyStoreId);
    const [oldest] = reader.requestLogRows(behindEveryRow, 1);
    return {
      keyStoreId: identity?.keyStoreId ?? null,
      masterKeyFits: fits,
      destroyedLog: { bytes: destroyedBytes(paths.destroyedKeys), appliedBytes: reader.destroyedLogBytes() },
      oldestRequestLog: oldest === undefined ? null : idOf(oldest.anchor as StreamName),
    };
  } finally {
    reader.close();
  }
}

/** Size of the file, and of what the next start adds to it from a file under the former name. */
function destroyedBytes(path: string): number {
  const files = [path, formerOf(path)].flatMap((name) => statSync(name, { throwIfNoEntry: false }) ?? []);
  return files.reduce((sum, { size }) => sum + size, 0);
}
