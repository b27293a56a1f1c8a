import type { ImportEvent } from '../../domain/import/events.js';
import { contactImport, type ImportCommand, type ImportState, type Walk } from '../../domain/import/import.js';
import type { SealedFile } from '../../domain/import/events.js';
import { isHeldSinceRestore } from '../../domain/installation/held-work.js';
import { idOf, streamName } from '../../domain/shared/stream-name.js';
import { contactsProjection } from '../../projections/contacts/contacts.projection.js';
import { heldWorkOf } from '../installation/held-work.js';
import type { CsvWriter } from '../ports/csv.js';
import type { StoredEvent } from '../ports/event-store.js';
import { ChangingBacklog } from '../shared/backlog.js';
import type { BegunJobs } from '../shared/begun-jobs.js';
import { factPatience, handle, type Loaded, type Provenance } from '../shared/handle.js';
import { JobLoop, type JobRun } from '../shared/job-loop.js';
import type { Ports } from '../shared/ports.js';
import type { WhenProcessed } from '../shared/own-writes.js';
import { type DeclaredProcessManager, eachInTurn, type ProcessManager } from '../shared/run-process-manager.js';
import { sealMessage } from '../shared/sealed-message.js';
import { applyRows, type FailedRow } from './apply-chunk.js';
import { type FilePorts, type FileChunk, keyOfImport, readChunk } from './import-file.js';
import { loadImport } from './imports.js';
import { type UndoPorts, undoRows } from './undo-chunk.js';

/** The file is kept so long after the import, so that it can be undone; then it is destroyed. */
export const importKeptForMs = 30 * 86_400_000;

/** `work`: chunks are to be applied or undone; `keep` for a while; what was `erased` or is `over` leaves no file. */
type Task =
  | { readonly step: 'work'; readonly teamId: string | null }
  | { readonly step: 'keep'; readonly untilMs: number }
  | { readonly step: 'erased' }
  | { readonly step: 'over' };

/** How long the work on other imports waits for the lists; then they are looked at again. */
const listedPatienceMs = 1_000;

export type ImporterPorts = FilePorts &
  UndoPorts &
  Pick<Ports, 'keys'> & { readonly csv: CsvWriter; readonly whenProcessed: WhenProcessed };

const importer = {
  name: 'importer',
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
    const jobs = new Map<string, Job>();
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
        const job = jobs.get(id) ?? new Job(ports, id, loop.begun);
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

  const loop: JobLoop = new JobLoop({ run, leave: (id) => new Job(ports, id, loop.begun).leave() }, onFailure);

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

/** One import under way: its stream stays loaded from one chunk to the next. */
class Job {
  #loaded: Loaded<ImportState | null, ImportEvent> | undefined;

  constructor(
    private readonly ports: ImporterPorts,
    private readonly id: string,
    private readonly begun: BegunJobs,
  ) {}

  /** A chunk more, or the end. False: there is nothing to do, or it is said already. */
  async step(): Promise<boolean> {
    const { state } = (this.#loaded ??= await loadImport(this.ports, this.id));
    if (state === null || state.isDestroyed) return false;
    const key = await keyOfImport(this.ports, streamName('import', this.id), state.created.fileKid);
    if (key === undefined) return false;
    if (state.status === 'running') return this.#apply(state, key);
    return state.undo?.status === 'running' ? this.#undo(state, state.undo.walk, key) : false;
  }

  async #apply({ created, applied }: ImportState, key: Buffer): Promise<boolean> {
    if (!(await this.#mayGoOn(created, applied))) return false;
    const read = await readChunk(this.ports, created, key, applied.next);
    const { rows, next, isLast, isTooLong } = read;
    if (rows.length === 0 && isTooLong) {
      return this.#end({ type: 'FailImport', failed: { reason: 'row-too-long', line: next.line } });
    }
    const firstRow = applied.rows + 1;
    if (rows.length > 0) {
      const { counts, failed } = await applyRows(this.ports, this.id, created, rows, firstRow);
      const failedRows = failed.length === 0 ? null : await this.#keep(failed, created.fileKid, key);
      const lastRow = applied.rows + rows.length;
      const chunk = { index: applied.index, firstRow, lastRow, next, counts, failedRows };
      await this.#say({ type: 'ApplyChunk', chunk });
      if (this.#loaded?.state?.status !== 'running') return false;
    }
    return isLast ? this.#end({ type: 'CompleteImport' }) : true;
  }

  async #undo({ created }: ImportState, walk: Walk, key: Buffer): Promise<boolean> {
    if (!(await this.#mayGoOn(created, walk))) return false;
    const { rows, next, isLast, isTooLong }: FileChunk = await readChunk(this.ports, created, key, walk.next);
    if (rows.length > 0) {
      const counts = await undoRows(this.ports, this.id, created, rows);
      await this.#say({ type: 'UndoChunk', chunk: { index: walk.index, next, counts } });
    }
    return isLast || (isTooLong && rows.length === 0) ? this.#end({ type: 'CompleteUndo' }) : true;
  }

  /** A fact before the work: what ends the process must not do so with each start. False: it did so twice. */
  async #mayGoOn({ file }: ImportState['created'], { next }: Walk): Promise<boolean> {
    if (next.byte >= file.plainBytes) return true;
    await this.begun.begin(this.id, () => this.#say({ type: 'BeginImport' }));
    return isAtWork(this.#loaded?.state);
  }

  /** This process stops, and did not end in the middle of it. */
  async leave(): Promise<void> {
    this.#loaded = await loadImport(this.ports, this.id);
    await this.#say({ type: 'LeaveImport' });
  }

  /** Said once the lists of contacts, segments among them, show every row; until then it is to be said again. */
  async #end(command: ImportCommand): Promise<boolean> {
    const head = await this.ports.store.head();
    const isListed =
      head === undefined || (await this.ports.whenProcessed(contactsProjection.name, head, listedPatienceMs));
    return isListed ? this.#say(command) : true;
  }

  /** True where it was news. */
  async #say(command: ImportCommand): Promise<boolean> {
    const { ports, id } = this;
    const stream = streamName('import', id);
    const teamId = this.#loaded?.state?.created.teamId ?? null;
    const options = { patience: factPatience, ...(this.#loaded === undefined ? {} : { loaded: this.#loaded }) };
    const handled = await handle(ports, contactImport, stream, command, provenanceOf(ports, teamId), options);
    this.#loaded = handled.loaded;
    if ('refused' in handled) throw new Error(`import ${id} could not be written down: ${handled.refused}`);
    if (!isAtWork(handled.loaded.state)) this.begun.forget(id);
    return handled.events.length > 0;
  }

  async #keep(failed: readonly FailedRow[], kid: ImportState['created']['fileKid'], key: Buffer): Promise<SealedFile> {
    const { ports } = this;
    const lines = Buffer.from(ports.csv.lines(failed.map(({ cells, line, reason }) => [...cells, line, reason])));
    const blobId = ports.ids.next();
    const sealed = sealMessage(ports.sealer, { kid, blobId }, key, only(lines));
    const staged = await ports.blobs.stage(blobId, sealed.segments);
    try {
      const createdAt = new Date(ports.clock.now()).toISOString();
      await staged.store({ anchor: streamName('import', this.id), createdAt });
      return { blobId, ...sealed.result() };
    } finally {
      await staged.discard();
    }
  }
}

const isAtWork = (state: ImportState | null | undefined): boolean =>
  state?.status === 'running' || state?.undo?.status === 'running';

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
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

function provenanceOf({ ids }: Pick<ImporterPorts, 'ids'>, teamId: string | null): Provenance {
  const actor = { kind: 'system', id: importer.name } as const;
  return { context: { teamId, actor, correlationId: ids.next() }, region: null };
}
