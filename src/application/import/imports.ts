import type { TeamReadPorts } from '../shared/all-of-team.js';
import { sumOfTeam } from '../shared/sum-of-team.js';
import { contactImport } from '../../domain/import/import.js';
import { rowOf } from '../../domain/shared/personal.js';
import { idOf, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import {
  type ImportDocument,
  importsProjection,
  type ImportStatus,
} from '../../projections/imports/imports.projection.js';
import { foldStream } from '../../projections/shared/fold-stream.js';
import { command, query } from '../access/use-case.js';
import type { VaultEntryPlace } from '../ports/vault-sweep.js';
import { type Changed, changeOne } from '../shared/change-one.js';
import type { RequestContext } from '../shared/context.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { OrphanPorts } from '../shared/orphans.js';
import type { PageRequest } from '../shared/page.js';
import type { Ports } from '../shared/ports.js';
import { teamList } from '../shared/team-list.js';

/** GET /contacts/imports, newest first. */
export interface ListImports {
  readonly teamId: string;
  readonly page: Partial<PageRequest>;
  readonly filter: { readonly status?: ImportStatus };
}

/** GET /contacts/imports/{id}. Undefined when the team has no such import. */
export interface GetImport {
  readonly teamId: string;
  readonly importId: string;
}

/** POST /contacts/imports/{id}/cancel, /undo and DELETE. */
interface ChangeImport {
  readonly context: RequestContext;
  readonly importId: string;
}

type ChangeImportPorts = LogPorts & Pick<Ports, 'ownWrites'>;

export const ListImports = query({
  name: 'ListImports',
  need: 'read-only',
  run: (ports: Pick<Ports, 'readStore' | 'ownWrites'>, { teamId, page, filter: { status } }: ListImports) =>
    teamList(ports, importsProjection, { teamId, page, equals: { status } }),
});
export const GetImport = query({ name: 'GetImport', need: 'read-only', run: getImport });
export const CancelImport = command({ name: 'CancelImport', need: 'member', run: changeBy('CancelImport') });
export const UndoImport = command({ name: 'UndoImport', need: 'member', run: changeBy('RequestUndo') });
export const DeleteImport = command({ name: 'DeleteImport', need: 'member', run: changeBy('DeleteImport') });

/** From its own stream, so that what it has done shows at once. */
async function getImport(ports: LogPorts, { teamId, importId }: GetImport): Promise<ImportDocument | undefined> {
  const { events } = await loadImport(ports, importId, true);
  const found = foldStream(importsProjection, events);
  return found?.teamId === teamId ? found : undefined;
}

function changeBy(type: 'CancelImport' | 'RequestUndo' | 'DeleteImport') {
  return (
    ports: ChangeImportPorts,
    { context, importId }: ChangeImport,
  ): Promise<Changed<'not-found' | 'import-running' | 'import-over' | 'file-destroyed'>> =>
    changeOne(ports, contactImport, streamName('import', importId), { type, teamId: context.teamId }, context);
}

export function loadImport(ports: LogPorts, importId: string, personal = false) {
  return load(ports, contactImport, streamName('import', importId), personal);
}

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

/** What files of imports a team keeps: each until a month after its end, or until it is deleted. */
export function importBytes(ports: TeamReadPorts, teamId: string): Promise<number> {
  return sumOfTeam(ports, importsProjection, teamId, ({ bytes, hasFile }) => (hasFile ? bytes : 0));
}
