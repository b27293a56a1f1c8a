import type { EmailEvent } from '../../domain/email/events.js';
import type { SendingDomainEvent } from '../../domain/sending-domain/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { categoryOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { PendingRow } from '../../projections/pending/pending.document.js';
import type { EventFilter, StoredEvent } from '../ports/event-store.js';
import { followLog } from '../shared/follow-log.js';
import type { LogPorts } from '../shared/handle.js';

/**
 * What the log's end says of mail that was accepted a moment ago. A hint as every other: what is missing here is read.
 */
export interface FreshMail {
  /**
   * The stream's events as far as they are known, from the first one. Others may follow by now: an append on top of
   * these then conflicts.
   */
  take(stream: StreamName): readonly StoredEvent[] | undefined;
  /** Whether every change of a sending domain up to here has been passed on. */
  hasReached(position: Position): boolean;
}

export interface FreshMailOptions {
  readonly log: Pick<LogPorts, 'store' | 'codec' | 'clock'>;
  /** Exclusive: what lies before is found in the read model. */
  readonly after: Position | undefined;
  /** This process receives every event anyway: what becomes of a mail is known too, and for longer. */
  readonly hearsAll?: boolean;
  readonly signal: AbortSignal;
  /** The rows that the read model will have for an accept. */
  readonly rowsOf: (accepted: Recorded) => readonly PendingRow[];
  /** Never rejects. */
  readonly offer: (rows: readonly PendingRow[]) => Promise<void>;
  /** The sending domain of this stream has changed. Called before any mail that was accepted after it is offered. */
  readonly onDomain: (stream: StreamName) => void;
  /** The read model has something new to offer once it has come as far. */
  readonly onPending: (position: Position) => void;
  readonly onFailure: (error: unknown) => void;
}

const domainChanges: Readonly<Record<SendingDomainEvent['type'], true>> = {
  DomainCreated: true,
  DomainUpdated: true,
  DomainDkimKeyAdded: true,
  DomainDkimRotationRequested: true,
  DomainDkimKeySelected: true,
  DomainDkimKeyRetired: true,
  DomainVerified: true,
  DomainCheckRequested: true,
  DomainChecked: true,
  DomainDeliveryFell: true,
  DomainPassShareFell: true,
  DomainDeleted: true,
};
/** What makes a mail due at another time than before. */
const changesOfMail: readonly string[] = [
  'DeliveryDeferred',
  'DeliveryOutcomeUnknown',
  'DeliveryAttemptAbandoned',
  'EmailRescheduled',
  'EmailRetried',
] satisfies readonly EmailEvent['type'][];
const followed: EventFilter = {
  categories: ['email', 'domain'],
  types: ['EmailAccepted', ...changesOfMail, ...Object.keys(domainChanges)],
};
const everyChange: EventFilter = { categories: ['email', 'domain'] };

/** What is accepted within this time is read together. */
const pauseMs = 10;
/** A mail that has waited longer for its turn is read again: much may have happened to it. */
const freshForMs = 5_000;
/** Where that is heard; but what is heard may come late. */
const freshWhereHeardMs = 5 * 60_000;
/** Beside a queue that does not answer: what comes behind these is brought by the read model. */
const mostWaitingRows = 2_000;
/** Length of the kept texts, in characters. */
const mostKeptCharacters = 8 * 1024 * 1024;

/**
 * Offers mail as it is accepted, ahead of the read model: most of it is delivered before that has come as far, and
 * never stands there. Changes of sending domains are passed on in the log's order. `done` resolves after the signal's
 * abort.
 */
export function followFreshMail(options: FreshMailOptions): FreshMail & { readonly done: Promise<void> } {
  const { log, after, hearsAll = false, signal, rowsOf, offer, onDomain, onPending, onFailure } = options;
  const fresh = new KeptEvents(() => log.clock.monotonicMs(), hearsAll);
  let offering = Promise.resolve();
  let waitingRows = 0;
  let reached = after;

  async function offerAll(rows: readonly PendingRow[]): Promise<void> {
    await offer(rows);
    waitingRows -= rows.length;
  }

  /** One that cannot be read stops the read model, which says so, and no other mail. */
  function rowsFor(event: StoredEvent): readonly PendingRow[] {
    try {
      return log.codec.decode([event]).flatMap(rowsOf);
    } catch (error) {
      onFailure(error);
      return [];
    }
  }

  const following = followLog(log.store, {
    filter: hearsAll ? everyChange : followed,
    after,
    signal,
    pauseMs,
    onPage({ events, position }) {
      for (const { stream } of events) if (categoryOf(stream) === 'domain') onDomain(stream);
      reached = position ?? reached;
      for (const event of events) if (categoryOf(event.stream) === 'email') fresh.keep(event);
      const accepts = events.filter(({ type }) => type === 'EmailAccepted');
      const found = accepts.flatMap(rowsFor);
      const rows = found.slice(0, mostWaitingRows - waitingRows);
      const late = found.length > rows.length ? ['EmailAccepted', ...changesOfMail] : changesOfMail;
      const last = events.filter(({ type }) => late.includes(type)).at(-1);
      if (last !== undefined) onPending(last.position);
      if (rows.length === 0) return;
      waitingRows += rows.length;
      offering = offering.then(() => offerAll(rows));
    },
    onFailure,
  });
  return {
    take: (stream) => fresh.take(stream),
    hasReached: (position) => reached !== undefined && position <= reached,
    done: following.then(() => offering),
  };
}

interface Kept {
  readonly events: StoredEvent[];
  readonly keptAtMs: number;
}

/** Streams from their first event on, for as long as they are fresh, and no more than fit. */
class KeptEvents {
  private readonly kept = new Map<StreamName, Kept>();
  private readonly freshForMs: number;
  private characters = 0;

  constructor(
    private readonly nowMs: () => number,
    /** Every event of a stream comes. Otherwise its first one is worth something once. */
    private readonly hearsAll: boolean,
  ) {
    this.freshForMs = hearsAll ? freshWhereHeardMs : freshForMs;
  }

  keep(event: StoredEvent): void {
    if (event.revision > 0) return this.goOn(event);
    this.remove(event.stream);
    this.kept.set(event.stream, { events: [event], keptAtMs: this.nowMs() });
    this.characters += charactersOf(event);
    for (const [stream, { keptAtMs }] of this.kept) {
      if (this.characters <= mostKeptCharacters && this.nowMs() - keptAtMs <= this.freshForMs) break;
      this.remove(stream);
    }
  }

  take(stream: StreamName): readonly StoredEvent[] | undefined {
    const found = this.kept.get(stream);
    const isFresh = found !== undefined && this.nowMs() - found.keptAtMs <= this.freshForMs;
    if (!isFresh || !this.hearsAll) this.remove(stream);
    return isFresh ? [...found.events] : undefined;
  }

  /** One that follows other events of its stream is of no use without them. */
  private goOn(event: StoredEvent): void {
    const events = this.kept.get(event.stream)?.events;
    // Some may come again.
    if (events === undefined || event.revision < events.length) return;
    if (!this.hearsAll || event.revision > events.length) return this.remove(event.stream);
    events.push(event);
    this.characters += charactersOf(event);
  }

  private remove(stream: StreamName): void {
    for (const event of this.kept.get(stream)?.events ?? []) this.characters -= charactersOf(event);
    this.kept.delete(stream);
  }
}

function charactersOf({ data, metadata }: StoredEvent): number {
  return data.length + metadata.length;
}
