import type { PendingRow } from '../../projections/pending/pending.document.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { Clock } from '../ports/clock.js';
import type { StoredDocument } from '../ports/read-store.js';
import type { Job, WorkQueue } from '../ports/work-queue.js';
import { BoundedMap } from '../shared/bounded-map.js';
import { type Cursor, PendingPages, type PendingPorts, rowsOf } from './pending-pages.js';

export interface DispatcherPorts extends PendingPorts {
  readonly queue: WorkQueue;
  readonly clock: Clock;
  readonly regions: readonly string[] | 'all';
  /** Rows that are not offered for now. */
  readonly isPaused: (row: Pick<PendingRow, 'emailId' | 'generation' | 'destination' | 'mxSet'>) => boolean;
  /**
   * True where the read model does not say when it has moved on: then it is looked at where something is expected of
   * it, and now and then.
   */
  readonly polls: boolean;
  readonly onFailure: (error: unknown) => void;
}

/** Rows due within this time are queued. */
const horizonMs = 60_000;
/** Due rows are offered again this often: whatever a queue forgot comes back. */
const offerAgainMs = 30_000;
/** How often a queue that had no room is looked at. */
const refillCheckMs = 100;
const mostSeenMails = 10_000;
/** How often a read model is asked that has not come as far as is expected. */
const expectingPollMs = 500;
/** A read model that stands still is no longer asked so often. */
const longestExpectingMs = 60_000;
/** How often it is asked where nothing is expected. */
const idlePollMs = 10_000;

/** No destination: there is room for it where the queue as a whole has some. */
const allOthers = '';

/** What found no room: where its mail lies, and when it is due (ISO 8601). The earliest of each. */
interface Refused {
  readonly from: Cursor;
  readonly dueAt: string;
}

/**
 * Feeds the queue from the log's end, and from the `pending` read model: what changed, and all that is due every 30 s.
 */
export class Dispatcher {
  private lastChange: Cursor | undefined;
  /** Every mail up to here has been looked at. */
  private followedTo: Position | undefined;
  /** There is something to read, up to here. */
  private expected: Position | undefined;
  private expectedForMs = 0;
  private pollInMs = 0;
  private begun = false;
  /** Everything that was due soon up to here has been offered at the start. */
  private begunAt: Position | undefined;
  /**
   * By line that was full, so that one that takes nothing holds up no other; under {@link allOthers} what a full queue
   * turned away.
   */
  private readonly refused = new Map<string, Refused>();
  /**
   * For emails with several destinations: the change up to which they were offered. A forgotten one is offered again in
   * full.
   */
  private readonly seen = new BoundedMap<string, Position>(mostSeenMails);
  private stopped = false;
  private awake = false;
  private running: Promise<void> = Promise.resolve();
  private readonly timers: readonly NodeJS.Timeout[];
  private readonly pages: PendingPages;

  constructor(private readonly ports: DispatcherPorts) {
    this.pages = new PendingPages(ports);
    this.timers = [
      setInterval(() => this.run(() => this.offerAllDue('news')), offerAgainMs),
      setInterval(() => {
        if (this.withRoom().length > 0) this.run(() => this.refill());
      }, refillCheckMs),
      ...(ports.polls ? [setInterval(() => this.poll(), expectingPollMs)] : []),
    ];
  }

  /** The `pending` projection has moved on: looks at what changed. */
  wake(): void {
    if (this.awake) return;
    this.awake = true;
    this.run(() => this.followChanges());
  }

  /** The log has something at this position that the read model has to show. */
  expect(position: Position): void {
    if (this.expected !== undefined && position <= this.expected) return;
    this.expected = position;
    this.expectedForMs = 0;
  }

  /** Rows that the read model will have, and does not show yet. Never rejects. */
  async offer(rows: readonly PendingRow[]): Promise<void> {
    if (this.stopped) return;
    const refused = await this.offerRows(rows, 'news').catch((error: unknown) => {
      this.ports.onFailure(error);
      return rows;
    });
    // The read model brings them again.
    for (const { changedAt } of refused) this.expect(changedAt);
  }

  /** Offers all that is due at once, also what has been offered a moment ago: it may have been passed over. */
  offerAgain(): void {
    this.run(() => this.offerAllDue('again'));
  }

  /** Ends the repeated offers; resolves when no read is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearInterval(timer);
    await this.running;
  }

  private poll(): void {
    const { expected, followedTo } = this;
    this.pollInMs -= expectingPollMs;
    this.expectedForMs += expectingPollMs;
    const isBehind =
      expected !== undefined &&
      this.expectedForMs <= longestExpectingMs &&
      (followedTo === undefined || followedTo < expected);
    if (!isBehind && this.pollInMs > 0) return;
    this.pollInMs = idlePollMs;
    this.wake();
  }

  private run(step: () => Promise<unknown>): void {
    if (this.stopped) return;
    this.running = this.running.then(step).then(undefined, this.ports.onFailure);
  }

  /** The destinations that have room again. A row whose time is still to come has time to wait for it. */
  private withRoom(): readonly string[] {
    const now = new Date(this.ports.clock.now()).toISOString();
    return [...this.refused].flatMap(([destination, { dueAt }]) =>
      dueAt <= now && this.ports.queue.hasRoomFor(destination) ? [destination] : [],
    );
  }

  /** A start looks at what is due soon, and at no other mail of those that wait: there may be millions. */
  private async begin(): Promise<void> {
    const written = await this.pages.checkpoint();
    await this.offerAllDue('news');
    this.followedTo = written;
    this.begunAt = written;
    if (written !== undefined) this.lastChange = { value: written, id: '' };
    this.begun = true;
  }

  /**
   * Mails in the order of their last change: each is seen soon after it appears, however late its due time lies behind.
   * Only up to the checkpoint: a store without transactions may show a later one before an earlier one of the same
   * page.
   */
  private async followChanges(): Promise<void> {
    this.awake = false;
    if (!this.begun) await this.begin();
    const written = await this.pages.checkpoint();
    if (written === undefined || written === this.followedTo) return;
    for (;;) {
      const page = await this.pages.changed(written, this.lastChange);
      this.lastChange = page.last;
      await this.offerRows(
        page.documents.flatMap((stored) => this.changedRows(stored)),
        'news',
      );
      if (this.stopped) return;
      if (!page.hasMore) break;
    }
    this.followedTo = written;
  }

  /** Those that have changed since the mail was seen: the others were offered then, and may be done by now. */
  private changedRows(stored: StoredDocument): readonly PendingRow[] {
    const rows = rowsOf(stored);
    if (rows.length < 2) return rows;
    const { id, position } = stored;
    const since = this.seen.get(id) ?? this.begunAt;
    this.seen.set(id, position);
    return since === undefined ? rows : rows.filter(({ changedAt }) => changedAt > since);
  }

  /** From the earliest mail that was refused to any of them, for as long as one of them has room. */
  private async refill(): Promise<void> {
    const { refused } = this;
    const { queue } = this.ports;
    const wanting = this.withRoom();
    const starts = wanting.flatMap((destination) => refused.get(destination)?.from ?? []);
    const [first, ...others] = starts;
    if (first === undefined) return;
    for (const destination of wanting) refused.delete(destination);
    const from = others.reduce((earliest, start) => (start.value < earliest.value ? start : earliest), first);
    const isServed = (destination: string): boolean => refused.has(destination) || !queue.hasRoomFor(destination);
    const reached = await this.offerDue(from, 'news', () => wanting.every(isServed));
    if (reached === undefined) return;
    const rest = { from: reached, dueAt: String(reached.value) };
    for (const destination of wanting) if (!refused.has(destination)) refused.set(destination, rest);
  }

  private async offerAllDue(as: 'news' | 'again'): Promise<void> {
    await this.offerDue(undefined, as, () => false);
  }

  /** Undefined where nothing is left; else the mail that it came to before it was enough. */
  private async offerDue(
    from: Cursor | undefined,
    as: 'news' | 'again',
    isEnough: () => boolean,
  ): Promise<Cursor | undefined> {
    const until = new Date(this.ports.clock.now() + horizonMs).toISOString();
    let after = from;
    for (;;) {
      const page = await this.pages.due(until, after);
      after = page.last;
      await this.offerRows(page.documents.flatMap(rowsOf), as);
      if (!page.hasMore || this.stopped) return undefined;
      if (isEnough()) return after;
    }
  }

  /** Answers those that found no room. */
  private async offerRows(rows: readonly PendingRow[], as: 'news' | 'again'): Promise<readonly PendingRow[]> {
    const { clock, regions, queue, isPaused } = this.ports;
    const horizon = clock.now() + horizonMs;
    const due = rows.filter((row) => {
      const served = regions === 'all' || (row.region !== null && regions.includes(row.region));
      return served && row.dueAt !== '' && Date.parse(row.dueAt) <= horizon && !isPaused(row);
    });
    if (due.length === 0) return [];
    const offers = await queue.offer(due.map(jobOf), as);
    const refused = due.filter((_, index) => offers[index] === 'full');
    for (const row of refused) this.remember(row);
    return refused;
  }

  private remember({ destination, dueAt, mailDueAt }: PendingRow): void {
    const { clock, queue } = this.ports;
    const whose = Date.parse(dueAt) <= clock.now() && queue.hasRoomFor(allOthers) ? destination : allOthers;
    const known = this.refused.get(whose);
    const isEarlier = known === undefined || mailDueAt < known.from.value;
    this.refused.set(whose, {
      from: isEarlier ? { value: mailDueAt, id: '' } : known.from,
      dueAt: known === undefined || dueAt < known.dueAt ? dueAt : known.dueAt,
    });
  }
}

function jobOf(row: PendingRow): Job {
  const { emailId, destination, generation } = row;
  return {
    id: `email:${emailId}:${destination}:${generation}`,
    kind: 'email',
    line: destination,
    class: row.retryClass,
    dueAtMs: Date.parse(row.dueAt),
    payload: { emailId, destination, generation },
  };
}
