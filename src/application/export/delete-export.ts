import { command } from '../access/use-case.js';
import { dataExport } from '../../domain/export/export.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type Changed, changeOne } from '../shared/change-one.js';
import type { RequestContext } from '../shared/context.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';

/** DELETE /dashboard-api/exports/{id}. One that is being made is given up. */
export interface DeleteExport {
  readonly context: RequestContext;
  readonly exportId: string;
}
export type DeleteExportResult = Changed<'not-found'>;

export type DeleteExportPorts = LogPorts & Pick<Ports, 'ownWrites'>;

export const DeleteExport = command({ name: 'DeleteExport', need: 'member', run: deleteExport });

/** From here on the file is not given out; the exporter destroys it. */
export async function deleteExport(
  ports: DeleteExportPorts,
  { context, exportId }: DeleteExport,
): Promise<DeleteExportResult> {
  const stream = streamName('export', exportId);
  const loaded = await load(ports, dataExport, stream);
  const { status, request } = loaded.state;
  // Another team's is as one that does not exist.
  if (request?.teamId !== context.teamId || status === 'expired') return { refused: 'not-found' };
  const command = { type: 'ExpireExport', reason: 'deleted' } as const;
  return changeOne(ports, dataExport, stream, command, context, { loaded });
}
