import type { AllPage } from '../../application/ports/event-store.js';
import type { Fence } from '../../application/ports/lease.js';
import type { ReadStore } from '../../application/ports/read-store.js';
import { delay } from '../../application/shared/delay.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { AnyProjection } from '../../projections/shared/projection.js';
import { dropRetired, filterOf, type FoldPorts, foldPage, ProjectionFault, shapeOf } from './fold-page.js';
import { Progress } from './progress.js';
import { type RebuildStep, type RebuildWatch, watchRebuild } from './rebuild-watch.js';

export interface RunnerTimings {
  /** Between two pages of a projection that has caught up: what comes meanwhile shares one transaction. */
  readonly paceMs: number;
  /** Instead, where many come, of a store to which each page costs round trips. */
  readonly busyPaceMs?: number;
  /** A page without events moves the stored checkpoint at most this often, and the last of them that much later. */
  readonly idleCheckpointMs: number;
  /** After the projection itself failed; once they are used up without progress it is stopped. */
  readonly faultDelaysMs: readonly number[];
  /** After the log, the vault or the read store failed without progress; the last one is repeated for ever. */
  readonly outageDelaysMs: readonly number[];
  /** A subscription that lasted this long was a good one, though nothing came. */
  readonly steadyMs: number;
}

/** Events. */
const defaultPageSize = 500;
/** Events that are many for one page of a projection that has caught up. */
const busyPage = 10;

const defaultTimings: RunnerTimings = {
  paceMs: 10,
  idleCheckpointMs: 1_000,
  faultDelaysMs: [100, 500, 2_000, 5_000],
  outageDelaysMs: [50, 250, 1_000, 5_000],
  steadyMs: 10_000,
};

export interface RunOptions extends FoldPorts {
  readonly projection: AnyProjection;
  readonly readStore: ReadStore;
  /** Aborts at an orderly end, or when the lease is lost. */
  readonly signal: AbortSignal;
  /** Fence of the lease that this runs under, where processes share the store. */
  readonly fence?: Fence;
  readonly timings?: Partial<RunnerTimings>;
  /** Everything up to `position` is in the read store; `changed` when documents were written since the last call. */
  readonly onAdvanced?: (position: Position, changed: boolean) => void;
  readonly onFailure?: (error: unknown) => void;
  readonly onRebuild?: (step: RebuildStep) => void;
}

export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  /** `failing`: it tries again and again, and comes no further. `stopped`: not even that, until the next start. */
  readonly state: 'running' | 'failing' | 'stopped';
  readonly position: Position | null;
  /** How long ago it had processed the whole log; 0 while it has. */
  readonly lagMs: number;
  /** What keeps it from going on; null once it has gone on. */
  readonly error: string | null;
}

export interface ProjectionRunner extends Pick<Progress, 'whenProcessed'> {
  readonly projection: AnyProjection;
  /** `head`: of the log, where it is known already. */
  status(head?: Position): Promise<ProjectionStatus>;
  /** Resolves when it has ended: aborted, or stopped by its own fault. Never rejects. */
  readonly done: Promise<void>;
}

interface Run {
  readonly options: RunOptions;
  readonly timings: RunnerTimings;
  readonly progress: Progress;
  /** Stored, or undefined while unknown. */
  checkpoint: Position | undefined;
  checkpointAtMs: number;
  /** To store what pages without events have passed, where nothing follows them that would. */
  idle: NodeJS.Timeout | undefined;
  /** Resolves when no checkpoint is being stored on its own. */
  idleStored: Promise<void>;
  /** How many events from here on the lease's last holder may have had in hand, and be about to write: one page. */
  contested: number;
  caughtUpAtMs: number;
  /** Until the end of the log is reached for the first time. */
  rebuild: RebuildWatch | undefined;
  state: ProjectionStatus['state'];
  error: string | null;
}

/**
 * Keeps one projection's documents current: one transaction with one checkpoint for each page of the log, resumed from
 * there whenever the subscription ends. Only the projection's own faults stop it, and nothing but it.
 */
export function runProjection(options: RunOptions): ProjectionRunner {
  const run: Run = {
    options,
    timings: { ...defaultTimings, ...options.timings },
    progress: new Progress(),
    checkpoint: undefined,
    checkpointAtMs: Number.NEGATIVE_INFINITY,
    idle: undefined,
    idleStored: Promise.resolve(),
    contested: options.fence === undefined ? 0 : pageSizeOf(options.projection),
    caughtUpAtMs: performance.now(),
    rebuild: undefined,
    state: 'running',
    error: null,
  };
  return {
    projection: options.projection,
    whenProcessed: (position, timeoutMs) => run.progress.whenProcessed(position, timeoutMs),
    status: (head) => statusOf(run, head),
    done: keepFollowing(run),
  };
}

async function keepFollowing(run: Run): Promise<void> {
  const { options, timings, progress } = run;
  let faults = 0;
  let outages = 0;
  let faultAt: Position | undefined;
  while (!options.signal.aborted) {
    const before = progress.position;
    const startedAtMs = performance.now();
    const error = await failureOf(follow(run));
    if (error !== undefined) noteFailure(run, error);
    if (error instanceof ProjectionFault) {
      faults = progress.position === faultAt ? faults + 1 : 1;
      faultAt = progress.position;
      if (faults > timings.faultDelaysMs.length) break;
      await delay(nth(timings.faultDelaysMs, faults), options.signal);
    } else {
      // A subscription may end at any time: it is taken up again at once unless that leads nowhere.
      const wentWell = progress.position !== before || performance.now() - startedAtMs >= timings.steadyMs;
      outages = wentWell ? 0 : outages + 1;
      if (error !== undefined && outages >= timings.outageDelaysMs.length) run.state = 'failing';
      if (outages > 0) await delay(nth(timings.outageDelaysMs, outages), options.signal);
    }
  }
  clearTimeout(run.idle);
  await run.idleStored;
  if (options.signal.aborted) await saveCheckpoint(run);
  run.state = 'stopped';
}

/** Counted from 1; the last one repeats. */
function nth(delaysMs: readonly number[], count: number): number {
  return delaysMs[Math.min(count, delaysMs.length) - 1] ?? 0;
}

function failureOf(work: Promise<void>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error ?? new Error('failed without a reason'),
  );
}

function noteFailure(run: Run, error: unknown): void {
  run.error = error instanceof Error ? error.message : String(error);
  run.options.onFailure?.(error);
}

/** One subscription, from what has been processed until it ends. */
async function follow(run: Run): Promise<void> {
  const { options, progress, timings } = run;
  const { store, projection, readStore, signal } = options;
  if (progress.position === undefined) {
    run.checkpoint = await readStore.checkpoint(shapeOf(projection));
    if (run.checkpoint !== undefined) advance(run, run.checkpoint, false);
    run.rebuild = rebuildOf(run);
  }
  const after = progress.position;
  const subscription = {
    filter: filterOf(projection),
    signal,
    ...(after === undefined ? {} : { after }),
    pageSize: pageSizeOf(projection),
  };
  for await (const page of store.subscribe(subscription)) {
    const startedAtMs = performance.now();
    await processPage(run, page);
    if (run.rebuild?.(page.events.length, page.atEnd) === false) run.rebuild = undefined;
    if (!page.atEnd) continue;
    run.caughtUpAtMs = performance.now();
    await delay(untilNextPage(timings, page.events.length, run.caughtUpAtMs - startedAtMs, run.caughtUpAtMs), signal);
  }
}

function rebuildOf({ options: { projection, onRebuild }, checkpoint }: Run): RebuildWatch | undefined {
  if (onRebuild === undefined) return undefined;
  const name = `${projection.name}@${projection.version}`;
  return watchRebuild({ projection: name, resumed: checkpoint !== undefined }, onRebuild);
}

/**
 * All runners of a thread begin on the same beats: what they write at one is one commit, and what the first of them
 * reads the others find read.
 */
function untilNextPage(timings: RunnerTimings, events: number, workedMs: number, nowMs: number): number {
  const beatMs = events < busyPage ? timings.paceMs : (timings.busyPaceMs ?? timings.paceMs);
  // Under load a commit is dear: a pause as long as the work makes the next page larger instead of more frequent.
  const pauseMs = Math.max(beatMs - workedMs, workedMs);
  return beatMs > 0 ? Math.ceil((nowMs + pauseMs) / beatMs) * beatMs - nowMs : pauseMs;
}

async function processPage(run: Run, page: AllPage): Promise<void> {
  const { options, timings } = run;
  const { position } = page;
  if (position === undefined) return;
  clearTimeout(run.idle);
  await run.idleStored;
  const now = performance.now();
  if (page.events.length > 0) {
    const { readStore, projection, fence } = options;
    const everyRemoval = run.contested > 0;
    const folded = await foldPage(options, readStore, projection, { ...page, position }, { everyRemoval });
    const { changes, erased, retired } = folded;
    // A lease that was lost meanwhile: nothing of this page is written.
    if (fence !== undefined && options.signal.aborted) return;
    await dropRetired(readStore, projection, retired, fence);
    await apply(run, changes, position);
    // Before the page counts as processed: what fails here is repeated with the page, and changes nothing twice.
    if (erased) await options.readStore.scrub?.();
    run.contested -= page.events.length;
    advance(run, position, changes.length > 0);
  } else {
    if (isNewBeat(run.checkpointAtMs, now, timings.idleCheckpointMs)) await apply(run, [], position);
    else storeWhenIdle(run, now);
    advance(run, position, false);
  }
  run.error = null;
  run.state = 'running';
}

/** At the next beat: what waits for the checkpoint to come as far must not wait for whatever is written next. */
function storeWhenIdle(run: Run, nowMs: number): void {
  const { idleCheckpointMs: beatMs } = run.timings;
  run.idle = setTimeout(
    () => {
      if (!run.options.signal.aborted) run.idleStored = saveCheckpoint(run);
    },
    Math.ceil((nowMs + 1) / beatMs) * beatMs - nowMs,
  );
}

/** Those that have nothing to write move their checkpoints at the same time, and so in one step. */
function isNewBeat(lastMs: number, nowMs: number, beatMs: number): boolean {
  return beatMs === 0 || Math.floor(nowMs / beatMs) > Math.floor(lastMs / beatMs);
}

async function apply(run: Run, changes: Parameters<ReadStore['apply']>[1], position: Position): Promise<void> {
  const { readStore, projection, fence } = run.options;
  await readStore.apply(shapeOf(projection), changes, position, fence);
  run.checkpoint = position;
  run.checkpointAtMs = performance.now();
}

function advance(run: Run, position: Position, changed: boolean): void {
  run.progress.advance(position);
  run.options.onAdvanced?.(position, changed);
}

function pageSizeOf(projection: AnyProjection): number {
  return projection.pageSize ?? defaultPageSize;
}

/** The next start need not look at the same empty pages again. */
async function saveCheckpoint(run: Run): Promise<void> {
  const { position } = run.progress;
  if (position === undefined || position === run.checkpoint) return;
  await apply(run, [], position).catch((error: unknown) => run.options.onFailure?.(error));
}

async function statusOf(run: Run, known: Position | undefined): Promise<ProjectionStatus> {
  const { name, version } = run.options.projection;
  const { position } = run.progress;
  const head = known ?? (await run.options.store.head());
  const caughtUp = head === undefined || (position !== undefined && position >= head);
  return {
    name,
    version,
    state: run.state,
    position: position ?? null,
    lagMs: caughtUp ? 0 : Math.round(performance.now() - run.caughtUpAtMs),
    error: run.error,
  };
}
