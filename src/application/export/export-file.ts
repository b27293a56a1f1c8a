import { dataExport, type ExportCommand, type ExportState } from '../../domain/export/export.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Position } from '../../domain/shared/recorded.js';
import { streamName } from '../../domain/shared/stream-name.js';
import type { CsvWriter } from '../ports/csv.js';
import type { BegunJobs } from '../shared/begun-jobs.js';
import type { Step } from '../shared/job-loop.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';
import { sealMessage } from '../shared/sealed-message.js';
import type { Exported } from './exported.js';
import type { LinkReader } from '../ports/html-tracker.js';
import { exported } from './exported-rows.js';
import { exporter, exportKeptForMs } from './exporter-facts.js';
import type { ExportProgress } from './exports.js';
import { type ExportLimits, keptExports, type KeptExportsPorts } from './kept-exports.js';

export type ExportFilePorts = LogPorts &
  Pick<Ports, 'keys' | 'blobs' | 'sealer' | 'readStore' | 'ownWrites'> & {
    readonly csv: CsvWriter;
    readonly linksIn: LinkReader;
    readonly exportProgress: ExportProgress;
    readonly exportLimits: ExportLimits;
  } & Pick<KeptExportsPorts, 'teamOwners'>;

/** A file of more is of no use to a spreadsheet, and days of work for the server. */
const maxExportedRows = 1_000_000;

/** It is no longer wanted. */
class NotWanted extends Error {}
class TooManyRows extends Error {}
/** With it the teams of the owner would keep more than they may. */
class TooLarge extends Error {}

/** `requestedAt`: what the request was written at. */
interface Making {
  readonly requestedAt: Position;
  readonly isWanted: () => boolean;
  readonly begun: BegunJobs;
}

/**
 * Makes the file of an export and says so in its stream, where it is still running. Waits for nothing: where the read
 * model has not come as far as the request, the caller comes again. Nothing is left of a file that is not finished.
 */
export async function makeFile(
  ports: ExportFilePorts,
  exportId: string,
  { requestedAt, isWanted, begun }: Making,
): Promise<Step> {
  const stream = streamName('export', exportId);
  const { state } = await load(ports, dataExport, stream, true);
  const { status, request } = state;
  const filters = request === null ? undefined : reveal(request.filters);
  if (status !== 'running' || request === null || filters === undefined) return 'later';
  const content = await exported(ports, request.kind, request.teamId, filters);
  // Who was erased before the request is in no file of it.
  if (((await ports.readStore.checkpoint(content.shape)) ?? '') < requestedAt) return 'later';
  const key = (await ports.keys.getMany([request.fileKid])).get(request.fileKid);
  if (key?.state !== 'present') throw new Error(`the key of export ${exportId} is ${key?.state ?? 'missing'}`);
  const { keptBytes } = await keptExports(ports, request.teamId);
  let bytesLeft = ports.exportLimits.keptBytes - keptBytes;
  let rows = 0;
  const text = linesOf(ports, content, (count, bytes) => {
    if (!isWanted()) throw new NotWanted();
    rows += count;
    bytesLeft -= bytes;
    if (rows > maxExportedRows) throw new TooManyRows();
    if (bytesLeft < 0) throw new TooLarge();
    ports.exportProgress.set(exportId, rows);
  });
  const provenance: Provenance = {
    context: { teamId: request.teamId, actor: { kind: 'system', id: exporter.name }, correlationId: ports.ids.next() },
    region: null,
  };
  let stands: ExportState = state;
  const settle = async (command: ExportCommand): Promise<void> => {
    const handled = await handle(ports, dataExport, stream, command, provenance);
    if ('refused' in handled) throw new Error(`export ${exportId} could not be written down: ${handled.refused}`);
    stands = handled.loaded.state;
  };
  await begun.begin(exportId, () => settle({ type: 'BeginExport' }));
  if (stands.status !== 'running') return 'done';
  const blobId = ports.ids.next();
  const sealed = sealMessage(ports.sealer, { kid: request.fileKid, blobId }, key.key, text);
  try {
    const staged = await ports.blobs.stage(blobId, sealed.segments);
    try {
      const nowMs = ports.clock.now();
      await staged.store({ anchor: stream, createdAt: new Date(nowMs).toISOString() });
      const expiresAt = new Date(nowMs + exportKeptForMs).toISOString();
      await settle({ type: 'FinishExport', result: { rows, file: { blobId, ...sealed.result() }, expiresAt } });
    } finally {
      await staged.discard();
    }
  } catch (error) {
    if (error instanceof TooManyRows) await settle({ type: 'FailExport', reason: 'too-many-rows' });
    else if (error instanceof TooLarge) await settle({ type: 'FailExport', reason: 'too-large' });
    else {
      // This process lives: what ended it was not the file.
      await begun.leave(exportId, () => settle({ type: 'LeaveExport' }));
      if (!(error instanceof NotWanted)) throw error;
      return 'later';
    }
  }
  return 'done';
}

/** A page's lines at a time. `onRows` gets their number and size in bytes before they are written; it may throw. */
async function* linesOf(
  { csv, readStore }: ExportFilePorts,
  { columns, pages }: Exported,
  onRows: (count: number, bytes: number) => void,
): AsyncGenerator<Buffer> {
  yield Buffer.from(csv.lines([columns]));
  for await (const rows of pages(readStore)) {
    const lines = rows.length === 0 ? undefined : Buffer.from(csv.lines(rows));
    onRows(rows.length, lines?.length ?? 0);
    if (lines !== undefined) yield lines;
  }
}
