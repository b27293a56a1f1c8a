import type { PendingDocument } from '../../projections/pending/pending.document.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { Clock } from '../ports/hashing.js';
import type { DocumentShape, ListQuery, ReadStore, StoredDocument } from '../ports/read-store.js';
import type { Job, WorkQueue } from '../ports/work-queue.js';

export interface DispatcherDependencies {
  readonly readStore: Pick<ReadStore, 'checkpoint' | 'list'>;
  readonly pending: DocumentShape;
  readonly queue: WorkQueue;
  readonly clock: Clock;
  readonly regions: readonly string[] | 'all';
  /** Rows that are not offered for now. */
  readonly isPaused: (row: Pick<PendingDocument, 'destination' | 'mxSet'>) => boolean;
  readonly onFailure: (error: unknown) => void;
}

export interface Dispatcher {
  /** The `pending` projection has moved on: looks at what changed. */
  wake(): void;
  /** Offers all that is due at once, as it is done every 30 s. */
  offerAgain(): void;
  /** Ends the repeated offers; resolves when no read is under way. */
  stop(): Promise<void>;
}

const pageSize = 500;
/** Rows due within this time are queued. */
const horizonMs = 60_000;
/** Due rows are offered again this often: whatever a queue forgot comes back. */
const offerAgainMs = 30_000;
/** How often a queue that had no room is looked at. */
const refillCheckMs = 100;

type Cursor = NonNullable<ListQuery['after']>;

/** Feeds the queue from the `pending` read model: what changed as it changes, and all that is due every 30 s. */
export function createDispatcher(dependencies: DispatcherDependencies): Dispatcher {
  const { readStore, pending, queue, clock, regions, isPaused } = dependencies;
  let lastChange: Cursor | undefined;
  /** Every row up to here has been looked at. */
  let followedTo: Position | undefined;
  let begun = false;
  /** The earliest row that found no room, and how many due jobs the queue held then. */
  let refused: { readonly from: Cursor; readonly due: number } | undefined;
  let stopped = false;
  let awake = false;
  let running: Promise<void> = Promise.resolve();

  const timers = [
    setInterval(() => run(() => offerDue(undefined)), offerAgainMs),
    setInterval(() => {
      if (refused !== undefined && hasRoomFor(refused)) run(refill);
    }, refillCheckMs),
  ];

  function run(step: () => Promise<unknown>): void {
    if (stopped) return;
    running = running.then(step).then(undefined, dependencies.onFailure);
  }

  /** A row whose time is still to come has time to wait for its room. */
  function hasRoomFor({ from, due }: NonNullable<typeof refused>): boolean {
    return queue.waiting().due <= due / 2 && from.value <= new Date(clock.now()).toISOString();
  }

  /** A start looks at what is due soon, and at no other row of those that wait: there may be millions. */
  async function begin(): Promise<void> {
    const written = await readStore.checkpoint(pending);
    await offerDue(undefined);
    followedTo = written;
    if (written !== undefined) lastChange = { value: written, id: '' };
    begun = true;
  }

  /**
   * Rows in the order of their last change: each is seen soon after it appears, however late its due time lies behind.
   * Only up to the checkpoint: a store without transactions may show a later row before an earlier one of the same page.
   */
  async function followChanges(): Promise<void> {
    awake = false;
    if (!begun) await begin();
    const written = await readStore.checkpoint(pending);
    if (written === undefined || written === followedTo) return;
    for (;;) {
      const page = await readPage({ equals: {}, orderBy: 'position', until: written }, lastChange);
      const last = page.documents.at(-1);
      if (last !== undefined) lastChange = { value: last.position, id: last.id };
      await offerRows(page.documents);
      if (stopped) return;
      if (!page.hasMore) break;
    }
    followedTo = written;
  }

  /** From the earliest row that was refused, for as long as there is room. */
  async function refill(): Promise<void> {
    const from = refused?.from;
    refused = undefined;
    if (from !== undefined) await offerDue(from);
  }

  async function offerDue(from: Cursor | undefined): Promise<void> {
    const until = new Date(clock.now() + horizonMs).toISOString();
    let after = from;
    for (;;) {
      const page = await readPage({ equals: { state: 'due' }, orderBy: 'dueAt', until }, after);
      const last = page.documents.at(-1);
      if (last !== undefined) after = { value: (last.document as PendingDocument).dueAt, id: last.id };
      const queued = await offerRows(page.documents);
      if (!page.hasMore || stopped) return;
      // A full queue takes nothing from the pages behind either.
      if (from !== undefined && queued === 0) return;
    }
  }

  function readPage(query: Pick<ListQuery, 'equals' | 'orderBy' | 'until'>, after: Cursor | undefined) {
    return readStore.list(pending, {
      ...query,
      direction: 'asc',
      limit: pageSize,
      ...(after === undefined ? {} : { after }),
    });
  }

  /** How many found room. */
  async function offerRows(rows: readonly StoredDocument[]): Promise<number> {
    const horizon = clock.now() + horizonMs;
    let queued = 0;
    for (const { document } of rows) {
      const row = document as PendingDocument;
      const served = regions === 'all' || (row.region !== null && regions.includes(row.region));
      if (!served || row.state !== 'due' || Date.parse(row.dueAt) > horizon || isPaused(row)) continue;
      const offer = await queue.offer(jobOf(row));
      if (offer === 'queued') queued += 1;
      if (offer === 'full' && (refused === undefined || row.dueAt < refused.from.value)) {
        refused = { from: { value: row.dueAt, id: '' }, due: queue.waiting().due };
      }
    }
    return queued;
  }

  return {
    wake() {
      if (awake) return;
      awake = true;
      run(followChanges);
    },
    offerAgain: () => run(() => offerDue(undefined)),
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}

function jobOf(row: PendingDocument): Job {
  const { emailId, destination, generation, retryClass } = row;
  const id = `email:${emailId}:${destination}:${generation}`;
  return { id, emailId, destination, generation, retryClass, dueAtMs: Date.parse(row.dueAt) };
}
