import { contactImport, type ImportCommand } from '../../domain/import/import.js';
import { isHeldSinceRestore } from '../../domain/installation/held-work.js';
import { idOf, streamName } from '../../domain/shared/stream-name.js';
import { heldWorkOf } from '../installation/held-work.js';
import type { StoredEvent } from '../ports/event-store.js';
import { ChangingBacklog } from '../shared/backlog.js';
import { handle } from '../shared/handle.js';
import { JobLoop, type JobRun } from '../shared/job-loop.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';
import { ImportJob, importerName, type ImporterPorts, provenanceOf } from './import-job.js';
import { loadImport } from './imports.js';

/** The file is kept so long after the import, so that it can be undone; then it is destroyed. */
export const importKeptForMs = 30 * 86_400_000;

/** `work`: chunks are to be applied or undone; `keep` for a while; what was `erased` or is `over` leaves no file. */
type Task =
  | { readonly step: 'work'; readonly teamId: string | null }
  | { readonly step: 'keep'; readonly untilMs: number }
  | { readonly step: 'erased' }
  | { readonly step: 'over' };

const importer = {
  name: importerName,
  filter: {
    categories: ['import', 'erasure'],
    types: [
      'ImportCreated',
      'ImportCompleted',
      'ImportFailed',
      'ImportCanceled',
      'ImportUndoRequested',
      'ImportUndone',
      'ImportUndoFailed',
      'ImportFileDestroyed',
      'ErasureCompleted',
    ],
  },
} satisfies Pick<ProcessManager, 'name' | 'filter'>;

/** The importer with what it is made from. */
export const importerManager = {
  ...importer,
  afterMs: () => importKeptForMs,
  waitsForResume: true,
  make: ({ services, signal, onFailure }: ImporterNeeds) => createImporter(services, signal, onFailure),
} satisfies DeclaredProcessManager;

interface ImporterNeeds {
  readonly services: ImporterPorts;
  readonly signal: AbortSignal;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Applies and undoes imports, a chunk of each in turn, and destroys their files when they are old or when somebody was
 * erased: a file may name the person. It goes on where the last chunk ended, whichever process that was in.
 */
export function createImporter(
  ports: ImporterPorts,
  signal: AbortSignal,
  onFailure: (error: unknown) => void,
): ProcessManager & { idle(): Promise<void> } {
  const backlog = new ChangingBacklog<Task>();

  /** What fails is begun again the next time, where the last chunk ended. */
  function run(): JobRun {
    const jobs = new Map<string, ImportJob>();
    // As they were when nothing was to do for them: what is noted since is another task.
    const resting = new Map<string, Task | undefined>();
    const lastOf = new Map<string | null, string>();
    return {
      async turns() {
        const waiting = backlog.entries().filter(([id, task]) => task.step === 'work' && resting.get(id) !== task);
        const ids = waiting.map(([id]) => id);
        const free = new Set(await notHeld(ports, ids));
        return oneOfEachTeam(
          waiting.filter(([id]) => free.has(id)),
          lastOf,
        );
      },
      async step(id) {
        const task = backlog.get(id);
        if (task?.step !== 'work') return 'later';
        const job = jobs.get(id) ?? new ImportJob(ports, id, loop.begun);
        jobs.set(id, job);
        let isMore = false;
        try {
          isMore = await job.step();
        } finally {
          // What follows is said by the event that it ends with.
          if (!isMore) {
            jobs.delete(id);
            resting.set(id, task);
          }
        }
        return isMore ? 'more' : 'later';
      },
    };
  }

  const loop: JobLoop = new JobLoop({ run, leave: (id) => new ImportJob(ports, id, loop.begun).leave() }, onFailure);

  return {
    ...importer,
    backlog,
    note: (stored) => note(ports, backlog, stored),
    async act() {
      const nowMs = ports.clock.settledNow();
      const open = backlog.entries();
      if (open.some(([, { step }]) => step === 'work')) void loop.wake(signal);
      await eachInTurn(open, async ([id, task]) => {
        if (task.step === 'erased') await end(ports, id, 'erasure');
        else if (task.step === 'keep' && task.untilMs <= nowMs) await end(ports, id, 'age');
        else if (task.step !== 'over') return;
        await destroy(ports, id);
        backlog.finish(id);
      });
    },
    idle: () => loop.idle(),
  };
}

/** Those that wait for no decision since a restore. */
async function notHeld(ports: ImporterPorts, ids: readonly string[]): Promise<readonly string[]> {
  const held = await heldWorkOf(ports);
  if (held.before === null) return ids;
  const goOn = await Promise.all(
    ids.map(async (id) => {
      const [created] = await ports.store.readStream(streamName('import', id), { limit: 1 });
      return created === undefined || !isHeldSinceRestore(held, 'imports', id, created.position);
    }),
  );
  return ids.filter((_, index) => goOn[index] === true);
}

/** The next import of each team, by the one that had its team's last turn: a team with many waits for itself. */
function oneOfEachTeam(
  open: readonly (readonly [string, Task])[],
  lastOf: Map<string | null, string>,
): readonly string[] {
  const byTeam = new Map<string | null, string[]>();
  for (const [id, task] of open) {
    if (task.step !== 'work') continue;
    byTeam.set(task.teamId, [...(byTeam.get(task.teamId) ?? []), id]);
  }
  return [...byTeam].flatMap(([teamId, ids]) => {
    const next = ids[(ids.indexOf(lastOf.get(teamId) ?? '') + 1) % ids.length];
    if (next === undefined) return [];
    lastOf.set(teamId, next);
    return [next];
  });
}

function note({ codec, clock }: ImporterPorts, backlog: ChangingBacklog<Task>, stored: StoredEvent): void {
  const [recorded] = codec.decode([stored]);
  if (recorded === undefined) return;
  const id = idOf(stored.stream);
  const { event, metadata } = recorded;
  switch (event.type) {
    case 'ErasureCompleted':
      // It reaches the data of every team, whichever it was asked for by.
      for (const [open] of backlog.entries()) backlog.change(open, { step: 'erased' });
      return;
    case 'ImportCreated':
      backlog.add(id, { step: 'work', teamId: metadata.teamId });
      return;
    case 'ImportFileDestroyed':
      backlog.change(id, { step: 'over' });
      return;
    default:
      break;
  }
  if (backlog.get(id)?.step === 'erased') return;
  const atMs = Date.parse(metadata.time);
  backlog.change(
    id,
    event.type === 'ImportUndoRequested'
      ? { step: 'work', teamId: metadata.teamId }
      : { step: 'keep', untilMs: Number.isNaN(atMs) ? clock.now() : atMs + importKeptForMs },
  );
}

/** Where it runs, it ends: the rows that were applied stay. */
async function end(ports: ImporterPorts, id: string, reason: 'age' | 'erasure'): Promise<void> {
  const stream = streamName('import', id);
  const { state } = await loadImport(ports, id);
  const provenance = provenanceOf(ports, state?.created.teamId ?? null);
  const commands: readonly ImportCommand[] = [
    { type: 'FailImport', failed: { reason: 'erasure', line: null } },
    { type: 'DestroyFile', reason },
  ];
  for (const command of commands) {
    const handled = await handle(ports, contactImport, stream, command, provenance);
    if ('refused' in handled) throw new Error(`import ${id} could not be ended: ${handled.refused}`);
  }
}

/** The keys first: without them nothing opens what is left. */
async function destroy(ports: ImporterPorts, id: string): Promise<void> {
  const { state } = await loadImport(ports, id);
  if (state === null) return;
  const { fileKid, fileName, file } = state.created;
  const kids = [fileKid, ...(fileName === null ? [] : [fileName.kid])];
  await ports.keys.destroy(kids, new Date(ports.clock.now()).toISOString());
  await ports.blobs.delete([file.blobId, ...state.failedRows.map(({ blobId }) => blobId)]);
}
