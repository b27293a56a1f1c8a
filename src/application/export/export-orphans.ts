import { dataExport, type ExportState } from '../../domain/export/export.js';
import { rowOf } from '../../domain/shared/personal.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import { load } from '../shared/handle.js';
import type { OrphanPorts } from '../shared/orphans.js';

/** Files that were cut off, and everything of one that is over. One that runs may be about to name its file. */
export async function exportOrphans(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  const { state } = await load<ExportState, never>(ports, dataExport, stream);
  const { status, request, file } = state;
  if (status === 'running') return [];
  const used = status === 'finished' && request !== null ? [rowOf(request.fileKid), file?.blobId] : [];
  return entries.filter(({ id }) => !used.includes(id));
}
