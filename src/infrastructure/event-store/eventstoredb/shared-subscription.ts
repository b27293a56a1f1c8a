import { nextTurn } from '../../../application/shared/delay.js';
import type { AllPage, EventFilter, StoredEvent } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { EventRing, isBefore, matches, type RingBounds } from '../event-ring.js';
import { DeadlineError } from './deadline.js';
import { refusalOf } from './errors.js';
import { ConnectionGivenUp } from './log-away.js';
import type { LiveFeed } from './live-feed.js';

export type Feed = Pick<LiveFeed, 'take' | 'arrives' | 'end' | 'close'>;

export interface TailOptions {
  /** Opens a feed of all our events behind a position. */
  readonly openFeed: (after: Position | undefined) => Feed;
  /** Head of the log; may be older by `lookAgainMs`. */
  readonly recentHead: () => Promise<Position | undefined>;
  /** What followers may lie behind before they read for themselves. */
  readonly kept: RingBounds;
  /** A feed that says nothing for so long is looked after. */
  readonly lookAgainMs: number;
  /** One that has not come to the log's end and says nothing for so long is given up. */
  readonly silenceMs: number;
  /** What a follower does not want moves it on no more often than this. */
  readonly passOverMs: number;
  readonly onDropped: () => void;
}

const takenAtOnce = 500;
export const keptOfTail: RingBounds = { characters: 8 * 1024 * 1024, events: 10_000 };

interface Waiter {
  readonly filter: EventFilter;
  readonly wake: () => void;
  /** Wakes it for what it does not want, in a moment. */
  readonly passSoon: () => void;
}

/**
 * The log's end, received once for all followers of a process, from `start` on: one subscription of the server. Each
 * takes its pages from the newest events, the same objects. Where the server drops the subscription, or its connection
 * is given up, it is opened again behind what has come. When it ends in any other way, so does this, for every
 * follower.
 */
export class SharedSubscription {
  readonly #ring: EventRing;
  readonly #closing = new AbortController();
  readonly #waiting = new Set<Waiter>();
  #feed: Feed;
  #caughtUp = false;
  #silentMs = 0;
  #end: { readonly error?: Error } | undefined;

  constructor(
    start: Position | undefined,
    private readonly options: TailOptions,
  ) {
    this.#ring = new EventRing(start, options.kept);
    this.#feed = options.openFeed(start);
    void this.#run().then(
      () => this.#ended({}),
      (error: Error) => this.#ended({ error }),
    );
  }

  /** How it ended, once it has; an `error` where it was not asked to. */
  end(): { readonly error?: Error } | undefined {
    return this.#end;
  }

  /** Whether a follower that has come this far misses nothing here. */
  holds(after: Position | undefined): boolean {
    return this.#ring.holds(after);
  }

  /** Whether it has reached the log's end, and this position. */
  hasCaughtUp(through: Position | undefined): boolean {
    return this.#end === undefined && this.#caughtUp && !isBefore(this.#ring.end, through);
  }

  /** What there is behind a position that it holds. Waits for nothing. */
  page(after: Position | undefined, limit: number, filter: EventFilter): AllPage {
    const { events, position, isLast } = this.#ring.pageBehind(after, limit, filter);
    return { events, position, atEnd: isLast && this.#caughtUp };
  }

  /**
   * Resolves when there is something behind `after` that the filter lets through, soon after there is anything else,
   * when the log's end is reached, and when it has ended or the signal aborts.
   */
  arrives(after: Position | undefined, filter: EventFilter, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        this.#waiting.delete(waiter);
        resolve();
      };
      const passSoon = (): void => {
        timer ??= setTimeout(wake, this.options.passOverMs);
      };
      const waiter = { filter, wake, passSoon };
      this.#waiting.add(waiter);
      signal.addEventListener('abort', wake);
      if (signal.aborted || this.#end !== undefined) wake();
      else if (isBefore(after, this.#ring.end)) passSoon();
    });
  }

  close(): void {
    this.#closing.abort();
    this.#feed.close();
  }

  /** Until it is closed or the feed ends. Throws what that ends with. */
  async #run(): Promise<void> {
    const { signal } = this.#closing;
    const { lookAgainMs } = this.options;
    while (!signal.aborted) {
      const ended = this.#feed.end();
      if (ended?.error !== undefined) this.#openAgain(ended.error);
      else if (this.#take()) await nextTurn();
      else if (ended !== undefined) return;
      else if (await this.#feed.arrives(lookAgainMs, signal)) this.#silentMs = 0;
      else if (!signal.aborted) await this.#lookAgain();
    }
  }

  #openAgain(error: Error): void {
    const isDropped = refusalOf(error) === 'dropped';
    if (!isDropped && !(error instanceof ConnectionGivenUp)) throw error;
    if (isDropped) this.options.onDropped();
    this.#feed.close();
    this.#caughtUp = false;
    this.#feed = this.options.openFeed(this.#ring.end);
  }

  /** Whether there was anything. */
  #take(): boolean {
    const { events, position, caughtUp } = this.#feed.take(takenAtOnce);
    const hasMoved = isBefore(this.#ring.end, position);
    const isFirstAtEnd = caughtUp && !this.#caughtUp;
    this.#caughtUp = caughtUp;
    if (hasMoved) this.#ring.add(events, position);
    if (isFirstAtEnd) this.#wakeAll();
    else if (hasMoved) this.#tell(events);
    return hasMoved || isFirstAtEnd;
  }

  #tell(events: readonly StoredEvent[]): void {
    for (const { filter, wake, passSoon } of [...this.#waiting]) {
      if (events.some((event) => matches(event, filter))) wake();
      else passSoon();
    }
  }

  /** At the log's end it is silent by right; unless the log has gone on, and for long. */
  async #lookAgain(): Promise<void> {
    const { recentHead, lookAgainMs, silenceMs } = this.options;
    const mayBeSilent = this.#caughtUp && !isBefore(this.#ring.end, await recentHead());
    this.#silentMs = mayBeSilent ? 0 : this.#silentMs + lookAgainMs;
    if (this.#silentMs >= silenceMs) throw new DeadlineError(silenceMs);
  }

  #ended(end: { readonly error?: Error }): void {
    this.#end = end;
    this.#feed.close();
    this.#wakeAll();
  }

  #wakeAll(): void {
    for (const { wake } of [...this.#waiting]) wake();
  }
}
