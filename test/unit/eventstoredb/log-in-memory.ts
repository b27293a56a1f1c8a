import { TimeoutError } from '@eventstore/db-client';
import type { AllPage, EventFilter, StoredEvent } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { type Category, streamName } from '../../../src/domain/shared/stream-name.js';
import { matches } from '../../../src/infrastructure/event-store/event-ring.js';
import type { Feed } from '../../../src/infrastructure/event-store/eventstoredb/shared-subscription.js';

const positionAt = (number: number): Position => String(number).padStart(20, '0') as Position;

/** A feed as the server would fill it. It says that it has caught up once all is taken. */
class MemoryFeed implements Feed {
  readonly #coming: StoredEvent[];
  #position: Position | undefined;
  #end: { readonly error?: Error } | undefined;
  #wake = (): void => undefined;
  isSilent = false;

  constructor(
    readonly after: Position | undefined,
    readonly filter: EventFilter,
    existing: readonly StoredEvent[],
    private readonly onClose: (feed: MemoryFeed) => void,
  ) {
    this.#position = after;
    this.#coming = [...existing];
  }

  bring(event: StoredEvent): void {
    if (this.isSilent) return;
    this.#coming.push(event);
    this.#wake();
  }

  finish(end: { readonly error?: Error }): void {
    this.#end = end;
    this.#wake();
  }

  take(limit: number) {
    const taken = this.isSilent ? [] : this.#coming.splice(0, limit);
    this.#position = taken.at(-1)?.position ?? this.#position;
    return {
      events: taken.filter((event) => matches(event, this.filter)),
      position: this.#position,
      caughtUp: !this.isSilent && this.#coming.length === 0,
    };
  }

  arrives(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    if (this.#end !== undefined || (!this.isSilent && this.#coming.length > 0)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (arrived: boolean) => (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        resolve(arrived);
      };
      const abort = done(false);
      const timer = setTimeout(done(false), timeoutMs);
      signal.addEventListener('abort', abort);
      this.#wake = done(true);
    });
  }

  end = (): { readonly error?: Error } | undefined => this.#end;

  close(): void {
    this.onClose(this);
  }
}

/** The log of a server, and the feeds that are open on it. */
export function createLogInMemory() {
  const log: StoredEvent[] = [];
  const feeds = new Set<MemoryFeed>();
  let opened = 0;
  const counted = { heads: 0, pages: 0 };
  const behind = (after: Position | undefined): StoredEvent[] => log.filter(({ position }) => position > (after ?? ''));
  return {
    log,
    feeds,
    counted,
    opened: () => opened,
    append(category: Category = 'email', characters = 1): StoredEvent {
      const position = positionAt(log.length + 1);
      const stream = streamName(category, String(log.length));
      const event = {
        stream,
        revision: 0,
        position,
        id: position,
        type: 'T',
        data: 'x'.repeat(characters),
        metadata: '',
      };
      log.push(event);
      for (const feed of feeds) feed.bring(event);
      return event;
    },
    openFeed(after: Position | undefined, filter: EventFilter = {}): Feed {
      opened += 1;
      const feed = new MemoryFeed(after, filter, behind(after), (closed) => feeds.delete(closed));
      feeds.add(feed);
      return feed;
    },
    /** "Consumer too slow". */
    drop(): void {
      for (const feed of feeds) feed.finish({ error: new TimeoutError() });
    },
    reads: {
      async head(): Promise<Position | undefined> {
        counted.heads += 1;
        return log.at(-1)?.position;
      },
      async page(after: Position | undefined, limit: number, filter?: EventFilter): Promise<AllPage> {
        counted.pages += 1;
        const considered = behind(after).slice(0, limit);
        const events = considered.filter((event) => matches(event, filter));
        const position = considered.at(-1)?.position ?? after;
        return { events, position, atEnd: position === (log.at(-1)?.position ?? after) };
      },
    },
  };
}

export type LogInMemory = ReturnType<typeof createLogInMemory>;
