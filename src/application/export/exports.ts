import { command, query } from '../access/use-case.js';
import { dataExport } from '../../domain/export/export.js';
import type { ExportFilters, ExportKind } from '../../domain/export/events.js';
import { plain } from '../../domain/shared/personal.js';
import { streamName } from '../../domain/shared/stream-name.js';
import { type ExportDocument, exportsProjection } from '../../projections/exports/exports.projection.js';
import { broadcastOfTeam } from '../broadcast/broadcast-streams.js';
import { teamSegments } from '../segment/named.js';
import { changeOne } from '../shared/change-one.js';
import { type RequestContext, type Unavailable, unavailable } from '../shared/context.js';
import { type ExportLimits, type KeptExports, keptExports, type KeptExportsPorts } from './kept-exports.js';
import { load, type LogPorts } from '../shared/handle.js';
import type { Page, PageRequest } from '../shared/page.js';
import { createKeys } from '../shared/personal-values.js';
import type { Ports } from '../shared/ports.js';
import { openMessage } from '../shared/sealed-message.js';
import { teamList } from '../shared/team-list.js';

/** Running exports of all teams of one owner. */
const mostRunning = 2;

/** POST /dashboard-api/exports. */
export interface RequestExport {
  readonly context: RequestContext;
  readonly kind: ExportKind;
  readonly filters: ExportFilters;
}
export type RequestExportResult =
  | ShownExport
  | { readonly refused: 'too-many-exports'; readonly limit: number }
  | { readonly refused: 'too-many-kept-exports'; readonly limit: number }
  | { readonly refused: 'exports-too-large'; readonly limitBytes: number }
  | { readonly refused: 'unknown-segment' | 'unknown-broadcast'; readonly id: string }
  | Unavailable;

/** GET /dashboard-api/exports, newest first; those that are destroyed are not among them. */
export interface ListExports {
  readonly teamId: string;
  readonly page: PageRequest;
}

/** GET /dashboard-api/exports/{id}. Undefined when it is not this team's, or destroyed. */
export interface GetExport {
  readonly teamId: string;
  readonly exportId: string;
}

/** GET /dashboard-api/exports/{id}/file. Undefined when there is no file, not yet or not any more. */
export interface GetExportFile {
  readonly teamId: string;
  readonly exportId: string;
}

export interface ShownExport extends ExportDocument {
  /** Rows so far while it runs, where it runs in this process. */
  readonly progress: number | null;
}

export interface ExportedFile {
  readonly kind: ExportKind;
  readonly bytes: number;
  readonly content: AsyncIterable<Buffer>;
}

/** Rows that an export has so far, by its id. */
export type ExportProgress = Map<string, number>;

export type RequestExportPorts = LogPorts &
  Pick<Ports, 'keys' | 'readStore' | 'ownWrites'> & {
    readonly exportProgress: ExportProgress;
    readonly exportLimits: ExportLimits;
  } & Pick<KeptExportsPorts, 'teamOwners'>;
export type ReadExportsPorts = LogPorts &
  Pick<Ports, 'keys' | 'blobs' | 'sealer' | 'readStore' | 'ownWrites'> & { readonly exportProgress: ExportProgress };

export const RequestExport = command({ name: 'RequestExport', need: 'member', run: requestExport });

export const ListExports = query({ name: 'ListExports', need: 'read-only', run: listExports });

export const GetExport = query({ name: 'GetExport', need: 'read-only', run: getExport });

export const GetExportFile = query({ name: 'GetExportFile', need: 'read-only', run: getExportFile });

/** It runs in the background, from the moment that it is written down. */
export async function requestExport(
  ports: RequestExportPorts,
  { context, kind, filters }: RequestExport,
): Promise<RequestExportResult> {
  const { teamId } = context;
  // In a line of its own, as `withRoom` does: it counts more than how many there are.
  const ownerId = (await ports.teamOwners?.of(teamId)) ?? teamId;
  const asked = { context, kind, filters };
  return ports.serialise(streamName('export', `room of ${ownerId}`), () => writeRequest(ports, asked));
}

async function writeRequest(
  ports: RequestExportPorts,
  { context, kind, filters }: RequestExport,
): Promise<RequestExportResult> {
  const { teamId } = context;
  await ports.ownWrites.settled(teamId, exportsProjection.name);
  const refused = refusalOf(await keptExports(ports, teamId), ports.exportLimits);
  if (refused !== undefined) return refused;
  const { segmentId, broadcastId } = filters;
  if (segmentId !== undefined && !(await teamSegments(ports, teamId)).some(({ id }) => id === segmentId)) {
    return { refused: 'unknown-segment', id: segmentId };
  }
  if (broadcastId !== undefined && (await broadcastOfTeam(ports, teamId, broadcastId)) === undefined) {
    return { refused: 'unknown-broadcast', id: broadcastId };
  }
  const id = ports.ids.next();
  const anchor = streamName('export', id);
  const createdAt = new Date(ports.clock.now()).toISOString();
  // Not sealed by the codec: the file's key.
  const { kids, newKeys } = await createKeys(ports, anchor, 2);
  const [filtersKid, fileKid] = kids;
  const request = { teamId, kind, filters: plain(filtersKid, filters), fileKid };
  const command = { type: 'RequestExport', request } as const;
  const changed = await changeOne(ports, dataExport, anchor, command, context, { personal: true, newKeys });
  if ('refused' in changed) return unavailable;
  const open = { reason: null, rows: null, bytes: null, expiresAt: null, progress: 0 } as const;
  return { id, teamId, kind, status: 'running', createdAt, ...open };
}

/** No rule of the aggregate: the limits protect the server. */
function refusalOf({ running, kept, keptBytes }: KeptExports, limits: ExportLimits) {
  if (running >= mostRunning) return { refused: 'too-many-exports', limit: mostRunning } as const;
  if (kept >= limits.kept) return { refused: 'too-many-kept-exports', limit: limits.kept } as const;
  if (keptBytes < limits.keptBytes) return undefined;
  return { refused: 'exports-too-large', limitBytes: limits.keptBytes } as const;
}

export async function listExports(ports: ReadExportsPorts, { teamId, page }: ListExports): Promise<Page<ShownExport>> {
  const found = await teamList(ports, exportsProjection, { teamId, page });
  if ('refused' in found) return found;
  return { ...found, documents: found.documents.map((document) => withProgress(document, ports.exportProgress)) };
}

export async function getExport(
  { readStore, ownWrites, exportProgress }: ReadExportsPorts,
  { teamId, exportId }: GetExport,
): Promise<ShownExport | undefined> {
  await ownWrites.settled(teamId, exportsProjection.name);
  const document = await readStore.get(exportsProjection, exportId);
  return document?.teamId === teamId ? withProgress(document, exportProgress) : undefined;
}

/** Decided by the export's own stream: a file that is to be destroyed is not given out. */
export async function getExportFile(
  ports: ReadExportsPorts,
  { teamId, exportId }: GetExportFile,
): Promise<ExportedFile | undefined> {
  const { state } = await load(ports, dataExport, streamName('export', exportId));
  const { status, request, file } = state;
  if (status !== 'finished' || request?.teamId !== teamId || file === null) return undefined;
  const key = (await ports.keys.getMany([request.fileKid])).get(request.fileKid);
  if (key?.state === 'destroyed') return undefined;
  if (key?.state !== 'present') throw new Error(`the key of export ${exportId} is missing`);
  const { blobId, plainBytes } = file;
  const content = openMessage(ports, { blobId, kid: request.fileKid, plainBytes }, key.key);
  return { kind: request.kind, bytes: plainBytes, content };
}

function withProgress(document: ExportDocument, progress: ExportProgress): ShownExport {
  return { ...document, progress: document.status === 'running' ? (progress.get(document.id) ?? null) : null };
}
