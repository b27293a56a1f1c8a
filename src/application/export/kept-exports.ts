import { dataExport } from '../../domain/export/export.js';
import { rowOf } from '../../domain/shared/personal.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import { exportsProjection } from '../../projections/exports/exports.projection.js';
import type { ReadStore } from '../ports/read-store.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import { load } from '../shared/handle.js';
import type { OrphanPorts } from '../shared/orphans.js';
import type { TeamOwners } from '../shared/team-owners.js';

export interface ExportLimits {
  /** Exports under way, finished or failed that are not deleted. */
  readonly kept: number;
  /** Bytes of their files. */
  readonly keptBytes: number;
}

export interface KeptExportsPorts {
  readonly readStore: Pick<ReadStore, 'list'>;
  /** Without it every team counts alone. */
  readonly teamOwners?: Pick<TeamOwners, 'of' | 'teamsBeside'>;
}

export interface KeptExports {
  readonly running: number;
  readonly kept: number;
  readonly keptBytes: number;
}

const mostListed = 1_000;

/** What all teams of the owner keep together. */
export async function keptExports({ readStore, teamOwners }: KeptExportsPorts, teamId: string): Promise<KeptExports> {
  const teams = (await teamOwners?.teamsBeside(teamId)) ?? [teamId];
  const pages = await Promise.all(
    teams.map((each) => {
      const query = { equals: { teamId: each }, orderBy: 'id', direction: 'desc', limit: mostListed } as const;
      return readStore.list(exportsProjection, query);
    }),
  );
  const documents = pages.flatMap((page) => page.documents.map(({ document }) => document));
  return {
    running: documents.filter(({ status }) => status === 'running').length,
    kept: documents.length,
    keptBytes: documents.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
  };
}

/** Files that were cut off, and everything of one that is over. One that runs may be about to name its file. */
export async function exportOrphans(
  ports: OrphanPorts,
  stream: StreamName,
  entries: readonly VaultEntryPlace[],
): Promise<readonly VaultEntryPlace[]> {
  const { state } = await load(ports, dataExport, stream);
  const { status, request, file } = state;
  if (status === 'running') return [];
  const used = status === 'finished' && request !== null ? [rowOf(request.fileKid), file?.blobId] : [];
  return entries.filter(({ id }) => !used.includes(id));
}
