import type { ExportExpired, ExportFinished, ExportRequested } from '../../domain/export/events.js';
import { dataExport } from '../../domain/export/export.js';
import type { Position } from '../../domain/shared/recorded.js';
import { idOf, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { StoredEvent } from '../ports/event-store.js';
import { type ExportFilePorts, makeFile } from './export-file.js';
import { exporter, exportKeptForMs } from './exporter-facts.js';
import type { ExportProgress } from './exports.js';
import { handle, load, type Provenance } from '../shared/handle.js';
import { ChangingBacklog } from '../shared/backlog.js';
import { JobLoop, type JobRun } from '../shared/job-loop.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';
import type { Ports } from '../shared/ports.js';

/** `make` the file; `keep` it for a while; what was `erased` is to go; what is `over` leaves nothing behind. */
type Task = { readonly teamId: string } & (
  | { readonly step: 'make'; readonly requestedAt: Position }
  | { readonly step: 'keep'; readonly untilMs: number }
  | { readonly step: 'erased' }
  | { readonly step: 'over' }
);

export type ExporterPorts = ExportFilePorts &
  Pick<Ports, 'keys' | 'blobs'> & { readonly exportProgress: ExportProgress };

/** The exporter with what it is made from. */
export const exporterManager = {
  ...exporter,
  afterMs: () => exportKeptForMs,
  make: ({ services, signal, onFailure }: ExporterNeeds) => createExporter(services, signal, onFailure),
} satisfies DeclaredProcessManager;

interface ExporterNeeds {
  readonly services: ExporterPorts;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

export interface Exporter extends ProcessManager {
  /** Resolves when no file is being made any more; the signal has aborted before. */
  idle(): Promise<void>;
}

/**
 * Makes the files that are asked for, one at a time, and destroys them when they are old or when somebody was erased: a
 * file may name the person. A file that a crash cut off is made again from its beginning.
 */
export function createExporter(
  ports: ExporterPorts,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): Exporter {
  const backlog = new ChangingBacklog<Task>();

  /** A file in each run. What fails is begun again in the next. */
  const run: JobRun = {
    turns(before) {
      const [next] = backlog.entries().find(([, { step }]) => step === 'make') ?? [];
      return next === undefined || before !== undefined ? [] : [next];
    },
    async step(id) {
      const task = backlog.get(id);
      if (task?.step !== 'make') return 'later';
      const isWanted = (): boolean => !signal.aborted && backlog.get(id)?.step === 'make';
      try {
        return await makeFile(ports, id, { requestedAt: task.requestedAt, isWanted, begun: loop.begun });
      } finally {
        ports.exportProgress.delete(id);
      }
    },
  };
  // A step that ends takes back itself what it has begun.
  const loop: JobLoop = new JobLoop({ run: () => run, leave: async () => undefined }, onFailure);

  return {
    ...exporter,
    backlog,
    note: (stored) => note(ports, backlog, stored),
    async act() {
      const nowMs = ports.clock.settledNow();
      const open = backlog.entries();
      void loop.wake(signal);
      await eachInTurn(open, async ([id, task]) => {
        if (task.step === 'erased') await expire(ports, id, 'erasure', task.teamId);
        else if (task.step === 'keep' && task.untilMs <= nowMs) await expire(ports, id, 'age', task.teamId);
        else if (task.step !== 'over') return;
        await destroy(ports, streamName('export', id));
        backlog.finish(id);
      });
    },
    idle: () => loop.idle(),
  };
}

function note({ codec }: ExporterPorts, backlog: ChangingBacklog<Task>, stored: StoredEvent): void {
  const [recorded] = codec.decode([stored]);
  if (recorded === undefined) return;
  const id = idOf(stored.stream);
  const { event, position } = recorded;
  if (event.type === 'ErasureCompleted') {
    // It reaches the data of every team, whichever it was asked for by.
    for (const [open, { teamId }] of backlog.entries()) backlog.change(open, { step: 'erased', teamId });
    return;
  }
  if (event.type === 'ExportRequested') {
    // The codec's registry knows exactly the data of the type; so below.
    const { teamId } = event.data as ExportRequested['data'];
    backlog.add(id, { step: 'make', teamId, requestedAt: position });
    return;
  }
  const task = backlog.get(id);
  if (task === undefined) return;
  if (event.type !== 'ExportFinished') backlog.change(id, { step: 'over', teamId: task.teamId });
  // One that was finished behind an erasure may have been read before it.
  else if (task.step === 'make') {
    const { expiresAt } = event.data as ExportFinished['data'];
    backlog.change(id, { step: 'keep', teamId: task.teamId, untilMs: Date.parse(expiresAt) });
  }
}

async function expire(
  ports: ExporterPorts,
  id: string,
  reason: ExportExpired['data']['reason'],
  teamId: string,
): Promise<void> {
  const actor = { kind: 'system', id: exporter.name } as const;
  const provenance: Provenance = { context: { teamId, actor, correlationId: ports.ids.next() }, region: null };
  const command = { type: 'ExpireExport', reason } as const;
  const handled = await handle(ports, dataExport, streamName('export', id), command, provenance);
  if ('refused' in handled) throw new Error(`export ${id} could not be ended: ${handled.refused}`);
}

/** The keys first: without them nothing opens what is left. */
async function destroy(ports: ExporterPorts, stream: StreamName): Promise<void> {
  const { state } = await load(ports, dataExport, stream);
  const { request, file } = state;
  const kids = request === null ? [] : [request.filters.kid, request.fileKid];
  await ports.keys.destroy(kids, new Date(ports.clock.now()).toISOString());
  if (file !== null) await ports.blobs.delete([file.blobId]);
}
