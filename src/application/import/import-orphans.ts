import { rowOf } from '../../domain/shared/personal.js';
import { idOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import type { OrphanPorts } from '../shared/orphans.js';
import { loadImport } from './imports.js';

/** Files that were cut off, and everything of one that is gone. One that runs may be about to name its rows. */
export async function importOrphans(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  const { state } = await loadImport(ports, idOf(stream));
  if (state?.status === 'running' && !state.isDestroyed) return [];
  if (state === null || state.isDestroyed) return entries;
  const { fileKid, fileName, file } = state.created;
  const kids = [fileKid, ...(fileName === null ? [] : [fileName.kid])].map(rowOf);
  const used = [...kids, file.blobId, ...state.failedRows.map(({ blobId }) => blobId)];
  return entries.filter(({ id }) => !used.includes(id));
}
