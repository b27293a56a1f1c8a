import type { Position } from '../../domain/shared/recorded.js';
import { type Category, categoryOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { EventCodec } from '../ports/event-codec.js';
import type { AllPage, EventStore, StoredEvent } from '../ports/event-store.js';
import type { SealMath } from '../ports/seal-signing.js';
import { about, type Finding } from './finding.js';
import { ForeignCount, type ForeignEvents } from './foreign-events.js';
import type { LogHead } from './log-head.js';
import { lastArrival } from '../shared/arrival.js';
import { SealAudit } from './seal-audit.js';
import { type ChainLink, checkSuccession, problemInWords, type StreamHead } from './succession.js';

export interface VerifyPorts {
  readonly store: Pick<EventStore, 'head' | 'readAll' | 'readStream' | 'removalOf'>;
  /**
   * Recomputes an event's digest. Throws {@link UnreadableEvent} where the texts are not as a codec of ours writes
   * them.
   */
  readonly linkOf: (stored: StoredEvent) => ChainLink;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly math: SealMath;
}

export interface VerifyOptions {
  /** A head that was published: the log must still have it. */
  readonly published?: LogHead | undefined;
  /**
   * What lies at this position or before it was copied from other engines; where it is absent the log itself says so.
   */
  readonly copiedThrough?: Position;
}

export interface Verification {
  /** In order: all of them, or those before the bad one. */
  readonly events: number;
  readonly streams: number;
  /** Where the log ended when the verification began; null while it is empty. */
  readonly head: Position | null;
  /** The first in the order of the log. */
  readonly bad: Finding | undefined;
  readonly seals: number;
  /** Events that no seal covers yet: whether one of them is missing cannot be seen. */
  readonly unsealed: number;
  /** Whether these are right cannot be checked, and nothing of Posthorn's depends on them. */
  readonly foreign: ForeignEvents;
}

const pageSize = 1_000;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Reads the whole log as it stands, recomputes every digest and every chain, and holds it against its seals: with these
 * it sees what was taken away. It may run beside writers and beside the removal of streams, and keeps one revision and
 * one digest for each stream in memory.
 */
export async function verifyLog(ports: VerifyPorts, options: VerifyOptions = {}): Promise<Verification> {
  const copiedThrough = options.copiedThrough ?? (await lastArrival(ports))?.position;
  const head = await ports.store.head();
  return new Verifier(ports, head, options.published, copiedThrough).run();
}

class Verifier {
  readonly #ports: VerifyPorts;
  /** Where the log ended at the beginning. */
  readonly #head: Position | undefined;
  /** Last event in order, by stream. */
  readonly #heads = new Map<StreamName, StreamHead>();
  readonly #seals: SealAudit;
  readonly #foreign = new ForeignCount();
  #events = 0;
  #position: Position | undefined;

  constructor(
    ports: VerifyPorts,
    head: Position | undefined,
    published: LogHead | undefined,
    copiedThrough: Position | undefined,
  ) {
    this.#ports = ports;
    this.#head = head;
    this.#seals = new SealAudit(ports, {
      head: head ?? ('' as Position),
      published,
      copiedThrough,
      headOf: (stream) => this.#heads.get(stream),
    });
  }

  async run(): Promise<Verification> {
    const head = this.#head;
    let bad: Finding | undefined;
    for (let atEnd = head === undefined; !atEnd && bad === undefined; ) {
      const page = await readAll(this.#ports.store, this.#position, pageSize);
      this.#foreign.take(page);
      bad = await this.#verifyPage(page);
      this.#position = page.position;
      atEnd = page.atEnd || page.position === undefined || (head !== undefined && page.position >= head);
    }
    bad ??= await this.#seals.finish();
    return {
      events: this.#events,
      streams: this.#heads.size,
      head: head ?? null,
      bad,
      ...this.#seals.sealed,
      foreign: this.#foreign.sum(),
    };
  }

  async #verifyPage(page: AllPage): Promise<Finding | undefined> {
    const head = this.#head;
    const events = page.events.filter(({ position }) => head === undefined || position <= head);
    const again = await readAgain(this.#ports.store, events, this.#position);
    for (const event of events) {
      const finding = await this.#verifyEvent(event, again);
      if (finding !== undefined) return finding;
      this.#position = event.position;
    }
    return undefined;
  }

  async #verifyEvent(event: StoredEvent, again: ReadAgain): Promise<Finding | undefined> {
    const { store } = this.#ports;
    const { stream, position } = event;
    if (!again.byStream.has(position) && (await wasRemoved(store, event))) {
      this.#heads.delete(stream);
      return undefined;
    }
    const before = this.#heads.get(stream);
    const problem = (await this.#problemOf(event)) ?? unseenBy(again, event);
    if (problem === undefined) {
      this.#events += 1;
      return this.#seals.take(event, this.#heads.get(stream)?.digest ?? '', before);
    }
    if (await stillThere(store, event, this.#position)) return about(event, problem);
    this.#heads.delete(stream);
    return undefined;
  }

  async #problemOf(event: StoredEvent): Promise<string | undefined> {
    const { store, linkOf } = this.#ports;
    if (this.#position !== undefined && event.position <= this.#position) return 'its position does not grow';
    if (!uuidPattern.test(event.id)) return 'its id is no UUID';
    const link = problemInWords(() => linkOf(event));
    if (typeof link === 'string') return link;
    if (link.computed !== link.digest) return 'its digest does not fit its content';
    const problem = await checkSuccession(store, event, link, this.#heads.get(event.stream));
    if (problem === undefined) this.#heads.set(event.stream, { revision: event.revision, digest: link.digest });
    return problem;
  }
}

/** Where the events of a page were found again. */
interface ReadAgain {
  readonly byStream: ReadonlySet<Position>;
  readonly byCategory: ReadonlySet<Position>;
}

function unseenBy({ byStream, byCategory }: ReadAgain, { stream, position }: StoredEvent): string | undefined {
  if (!byStream.has(position)) return 'a reader of its stream is not given it';
  return byCategory.has(position) ? undefined : `a reader of "${categoryOf(stream)}" is not given it`;
}

/** The same events by another way: an index of the store may be wrong alone. */
async function readAgain(
  store: VerifyPorts['store'],
  events: readonly StoredEvent[],
  after: Position | undefined,
): Promise<ReadAgain> {
  const byStream = new Set<Position>();
  for (const [stream, revisions] of grouped(events, ({ stream }) => stream)) {
    const from = Math.min(...revisions.map(({ revision }) => revision));
    const read = await store.readStream(stream, { from, limit: revisions.length });
    for (const { position } of read) byStream.add(position);
  }
  const byCategory = new Set<Position>();
  for (const [category, { length }] of grouped(events, ({ stream }) => categoryOf(stream))) {
    for (const { position } of await readNext(store, after, length, [category])) byCategory.add(position);
  }
  return { byStream, byCategory };
}

function grouped<Key>(events: readonly StoredEvent[], keyOf: (event: StoredEvent) => Key): Map<Key, StoredEvent[]> {
  const groups = new Map<Key, StoredEvent[]>();
  for (const event of events) {
    const group = groups.get(keyOf(event));
    if (group === undefined) groups.set(keyOf(event), [event]);
    else group.push(event);
  }
  return groups;
}

/** An engine may go on showing what was removed, though not to readers of its stream. */
async function wasRemoved(store: VerifyPorts['store'], { stream, revision }: StoredEvent): Promise<boolean> {
  const removal = await store.removalOf(stream);
  return removal !== undefined && revision <= removal.lastRevision;
}

/** A stream that was removed while we read explains everything about its events. */
async function stillThere(
  store: VerifyPorts['store'],
  { position }: StoredEvent,
  after: Position | undefined,
): Promise<boolean> {
  const [next] = await readNext(store, after, 1);
  return next?.position === position;
}

/** So many events, where there are so many: a page may end before, where others have written much in between. */
async function readNext(
  store: VerifyPorts['store'],
  after: Position | undefined,
  limit: number,
  categories?: readonly Category[],
): Promise<readonly StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let from = after, atEnd = false; !atEnd && events.length < limit; ) {
    const page = await readAll(store, from, limit - events.length, categories);
    events.push(...page.events);
    from = page.position;
    atEnd = page.atEnd;
  }
  return events;
}

function readAll(
  store: VerifyPorts['store'],
  after: Position | undefined,
  limit: number,
  categories?: readonly Category[],
): Promise<AllPage> {
  return store.readAll({
    limit,
    ...(after === undefined ? {} : { after }),
    ...(categories === undefined ? {} : { filter: { categories } }),
  });
}
