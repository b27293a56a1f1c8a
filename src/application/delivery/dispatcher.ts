import type { PendingDocument } from '../../projections/pending/pending.document.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { Clock } from '../ports/clock.js';
import type { DocumentShape, ListQuery, ReadStore, StoredDocument } from '../ports/read-store.js';
import type { Job, WorkQueue } from '../ports/work-queue.js';
import { within } from '../shared/within.js';

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
  /** Rows that the read model will have, and does not show yet. Never rejects. */
  offer(rows: readonly PendingDocument[]): Promise<void>;
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
/** Everything behind a read waits for it: one that never ends is given up. */
const readTimeoutMs = 60_000;
/** How often a queue that had no room is looked at. */
const refillCheckMs = 100;

/** No destination: there is room for it where the queue as a whole has some. */
const allOthers = '';

type Cursor = NonNullable<ListQuery['after']>;

/** Feeds the queue from the `pending` read model: what changed as it changes, and all that is due every 30 s. */
export function createDispatcher(dependencies: DispatcherDependencies): Dispatcher {
  const { readStore, pending, queue, clock, regions, isPaused } = dependencies;
  let lastChange: Cursor | undefined;
  /** Every row up to here has been looked at. */
  let followedTo: Position | undefined;
  let begun = false;
  /**
   * Where the earliest row lies that found no room: of each destination whose own line was full, so that one that takes
   * nothing holds up no other, and of all whom a full queue turned away.
   */
  const refused = new Map<string, Cursor>();
  let stopped = false;
  let awake = false;
  let running: Promise<void> = Promise.resolve();

  const timers = [
    setInterval(() => run(offerAllDue), offerAgainMs),
    setInterval(() => {
      if (withRoom().length > 0) run(refill);
    }, refillCheckMs),
  ];

  function run(step: () => Promise<unknown>): void {
    if (stopped) return;
    running = running.then(step).then(undefined, dependencies.onFailure);
  }

  /** The destinations that have room again. A row whose time is still to come has time to wait for it. */
  function withRoom(): readonly string[] {
    const now = new Date(clock.now()).toISOString();
    return [...refused].flatMap(([destination, { value }]) =>
      value <= now && queue.hasRoomFor(destination) ? [destination] : [],
    );
  }

  /** A start looks at what is due soon, and at no other row of those that wait: there may be millions. */
  async function begin(): Promise<void> {
    const written = await checkpoint();
    await offerAllDue();
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
    const written = await checkpoint();
    if (written === undefined || written === followedTo) return;
    for (;;) {
      const page = await readPage({ equals: {}, orderBy: 'position', until: written }, lastChange);
      const last = page.documents.at(-1);
      if (last !== undefined) lastChange = { value: last.position, id: last.id };
      await offerRows(documentsOf(page.documents));
      if (stopped) return;
      if (!page.hasMore) break;
    }
    followedTo = written;
  }

  /** From the earliest row that was refused to any of them, for as long as one of them has room. */
  async function refill(): Promise<void> {
    const wanting = withRoom();
    const starts = wanting.flatMap((destination) => refused.get(destination) ?? []);
    const [first, ...others] = starts;
    if (first === undefined) return;
    for (const destination of wanting) refused.delete(destination);
    const from = others.reduce((earliest, start) => (start.value < earliest.value ? start : earliest), first);
    const isServed = (destination: string): boolean => refused.has(destination) || !queue.hasRoomFor(destination);
    const reached = await offerDue(from, () => wanting.every(isServed));
    if (reached === undefined) return;
    for (const destination of wanting) if (!refused.has(destination)) refused.set(destination, reached);
  }

  async function offerAllDue(): Promise<void> {
    await offerDue(undefined, () => false);
  }

  /** Undefined where nothing is left; else the row that it came to before it was enough. */
  async function offerDue(from: Cursor | undefined, isEnough: () => boolean): Promise<Cursor | undefined> {
    const until = new Date(clock.now() + horizonMs).toISOString();
    let after = from;
    for (;;) {
      const page = await readPage({ equals: { state: 'due' }, orderBy: 'dueAt', until }, after);
      const last = page.documents.at(-1);
      if (last !== undefined) after = { value: (last.document as PendingDocument).dueAt, id: last.id };
      await offerRows(documentsOf(page.documents));
      if (!page.hasMore || stopped) return undefined;
      if (isEnough()) return after;
    }
  }

  function checkpoint(): Promise<Position | undefined> {
    return within(readTimeoutMs, readStore.checkpoint(pending));
  }

  function readPage(query: Pick<ListQuery, 'equals' | 'orderBy' | 'until'>, after: Cursor | undefined) {
    const page = readStore.list(pending, {
      ...query,
      direction: 'asc',
      limit: pageSize,
      ...(after === undefined ? {} : { after }),
    });
    return within(readTimeoutMs, page);
  }

  async function offerRows(rows: readonly PendingDocument[]): Promise<void> {
    const horizon = clock.now() + horizonMs;
    for (const row of rows) {
      const served = regions === 'all' || (row.region !== null && regions.includes(row.region));
      if (!served || row.state !== 'due' || Date.parse(row.dueAt) > horizon || isPaused(row)) continue;
      const offer = await queue.offer(jobOf(row));
      if (offer === 'full') remember(row);
    }
  }

  function remember({ destination, dueAt }: PendingDocument): void {
    const whose = Date.parse(dueAt) <= clock.now() && queue.hasRoomFor(allOthers) ? destination : allOthers;
    const earlier = refused.get(whose);
    if (earlier === undefined || dueAt < earlier.value) refused.set(whose, { value: dueAt, id: '' });
  }

  return {
    wake() {
      if (awake) return;
      awake = true;
      run(followChanges);
    },
    async offer(rows) {
      // Where the queue cannot be asked, the read model brings them again.
      if (!stopped) await offerRows(rows).catch(dependencies.onFailure);
    },
    offerAgain: () => run(offerAllDue),
    async stop() {
      stopped = true;
      for (const timer of timers) clearInterval(timer);
      await running;
    },
  };
}

/** Written by the `pending` projection and nobody else. */
function documentsOf(rows: readonly StoredDocument[]): readonly PendingDocument[] {
  return rows.map(({ document }) => document as PendingDocument);
}

function jobOf(row: PendingDocument): Job {
  const { emailId, destination, generation, retryClass } = row;
  const id = `email:${emailId}:${destination}:${generation}`;
  return { id, emailId, destination, generation, retryClass, dueAtMs: Date.parse(row.dueAt) };
}
