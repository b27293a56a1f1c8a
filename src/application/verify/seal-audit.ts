import type { LogSealed } from '../../domain/log-seal/events.js';
import type { StreamRetired } from '../../domain/retention/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { logSealStream, type StreamName } from '../../domain/shared/stream-name.js';
import type { EventCodec } from '../ports/event-codec.js';
import type { EventStore, StoredEvent } from '../ports/event-store.js';
import type { SealMath } from '../ports/seal-signing.js';
import { isCovered, rootOf } from '../seal/seal-content.js';
import { isSameHead, isSigned, type LogHead, headOf } from './log-head.js';
import { createStreamEnds } from './stream-ends.js';
import { type ChainLink, problemInWords, type StreamHead } from './succession.js';

export interface SealAuditPorts {
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>;
  readonly codec: Pick<EventCodec, 'decode'>;
  readonly math: SealMath;
  readonly linkOf: (stored: StoredEvent) => ChainLink;
}

/** Something that is wrong with a stream, as far as it can be placed. */
export interface Finding {
  readonly stream: StreamName;
  readonly revision: number;
  /** Null where the event is missing. */
  readonly position: Position | null;
  readonly id: string | null;
  /** What is wrong; never what stands there. */
  readonly problem: string;
}

export interface SealAuditOptions {
  /** Where the log ended when the verification began. */
  readonly head: Position;
  /** A head that was published, to be found again. */
  readonly published: LogHead | undefined;
  /** Seals at this position or before it were copied from other engines: where they end they say in places of the log there. */
  readonly copiedThrough: Position | undefined;
}

/** What the seals say against what the log has, event by event in the log's order. */
export interface SealAudit {
  /** To be told of every event that is in order, with its digest and how its stream stood before it. */
  take(event: StoredEvent, digest: string, before: StreamHead | undefined): Promise<Finding | undefined>;
  /** After the last event; `standing` says how a stream stands in the log. */
  finish(): Promise<Finding | undefined>;
  readonly sealed: { readonly seals: number; readonly unsealed: number };
}

/** A seal, and where it ends. */
interface Boundary {
  readonly seal: Recorded<LogSealed>;
  readonly stored: StoredEvent;
  /** The position of the last event that it covers; null: it was copied, and only its content tells. */
  readonly through: Position | null;
  /** Of each stream that it covers, the last revision. */
  readonly ends: ReadonlyMap<StreamName, number>;
}

/** What was taken in since the last boundary; memory for one seal's streams. */
interface Touched extends StreamHead {
  readonly id: string;
}

const retirementsPerPage = 500;

/** Holds one seal at a time, one line for each stream that it covers, and one for each stream that is gone. */
export function createSealAudit(
  ports: SealAuditPorts,
  { head, published, copiedThrough }: SealAuditOptions,
  standingOf: (stream: StreamName) => StreamHead | undefined,
): SealAudit {
  const { store, codec, math, linkOf } = ports;
  const ends = createStreamEnds();
  const touched = new Map<StreamName, Touched>();
  let next: Boundary | undefined | 'unread' = 'unread';
  let previous: Boundary | undefined;
  /** Position of the last event that the seals closed so far cover. */
  let sealedThrough: Position | undefined;
  let count = 0;
  let seals = 0;
  let first: StoredEvent | undefined;
  let last: StoredEvent | undefined;
  let foundPublished = false;

  /** Reads the seal behind the last one, and checks what it says of itself. */
  async function advance(): Promise<Finding | undefined> {
    const [stored] = await store.readStream(logSealStream, { from: seals, limit: 1 });
    next = undefined;
    if (stored === undefined || stored.position > head) return undefined;
    const problem = problemInWords(() => {
      const link = linkOf(stored);
      if (link.digest !== link.computed) return 'its digest does not fit its content';
      const [seal] = codec.decode([stored]) as Recorded<LogSealed>[];
      if (seal === undefined) return 'it cannot be read';
      const boundary = boundaryOf(seal, stored, copiedThrough);
      if (typeof boundary === 'string') return boundary;
      const wrong = problemOfSeal(math, boundary, previous);
      if (wrong === undefined) next = boundary;
      return wrong;
    });
    if (problem !== undefined) return about(stored, problem);
    // `next` was set in the closure above.
    const boundary = next as Boundary | undefined;
    if (published === undefined || boundary === undefined || published.seal !== seals + 1) return undefined;
    foundPublished = isSameHead(headOf(boundary.seal), published);
    return foundPublished ? undefined : about(stored, 'it is not the seal whose head was published');
  }

  /** The log has been read up to where the seal ends. */
  function close({ seal, stored }: Boundary): Finding | undefined {
    const { leaves, firstEventId, lastEventId, count: sealedCount } = seal.event.data;
    const number = seal.revision + 1;
    let missing = 0;
    for (const [stream, revision, digest] of leaves) {
      const found = touched.get(stream);
      touched.delete(stream);
      if (found === undefined || found.revision < revision) {
        ends.missing(stream, { revision, digest, seal: number });
        missing += 1;
      } else if (found.revision > revision) {
        return { ...place(stream, found), problem: `seal ${number} ends its stream before it, at ${revision}` };
      } else if (found.digest !== digest) {
        return { ...place(stream, found), problem: `it is not the event that seal ${number} names` };
      }
    }
    const [extra] = touched;
    if (extra !== undefined) return { ...place(...extra), problem: `seal ${number} should cover it and does not` };
    if (missing === 0) {
      if (count !== sealedCount) return about(stored, `it speaks of ${sealedCount} events, and there are ${count}`);
      if (first?.id !== firstEventId) return about(stored, 'its first event is another one');
      if (last?.id !== lastEventId) return about(stored, 'its last event is another one');
    }
    return undefined;
  }

  /** Closes every seal that ends before this event; all of them where there is none. */
  async function reach(event: StoredEvent | undefined): Promise<Finding | undefined> {
    for (;;) {
      if (next === 'unread') {
        const finding = await advance();
        if (finding !== undefined) return finding;
      }
      const boundary = next as Boundary | undefined;
      if (boundary === undefined || (event !== undefined && !endsBefore(boundary, event, last))) return undefined;
      const finding = close(boundary);
      if (finding !== undefined) return finding;
      previous = boundary;
      sealedThrough = last?.position ?? sealedThrough;
      next = 'unread';
      seals += 1;
      count = 0;
      first = undefined;
      last = undefined;
      touched.clear();
    }
  }

  function retire(event: StoredEvent): Finding | undefined {
    const problem = problemInWords(() => {
      const [recorded] = codec.decode([event]) as Recorded<StreamRetired>[];
      if (recorded === undefined) return 'it cannot be read';
      const { data } = recorded.event;
      return ends.retire(data, standingOf(data.stream), event.position);
    });
    return problem === undefined ? undefined : about(event, problem);
  }

  /** What was removed while we read is explained behind the end that the log had. */
  async function readLateRetirements(): Promise<void> {
    let after = head;
    for (let atEnd = false; !atEnd && ends.unexplained().size > 0; ) {
      const filter = { categories: ['retention'], types: ['StreamRetired'] } as const;
      const page = await store.readAll({ limit: retirementsPerPage, after, filter });
      // What lies behind the end is not judged: it only explains.
      for (const event of page.events) retire(event);
      after = page.position ?? after;
      atEnd = page.atEnd;
    }
  }

  async function missingEnd(): Promise<Finding | undefined> {
    await readLateRetirements();
    const [found] = ends.unexplained();
    if (found === undefined) return undefined;
    const [stream, { revision, seal }] = found;
    const there = await store.readStream(stream, { limit: 1 });
    const problem =
      there.length === 0
        ? `seal ${seal} names it; the whole stream is gone, and no StreamRetired says so`
        : `seal ${seal} names it as the last event of its stream, and it is not there`;
    return { stream, revision, position: null, id: null, problem };
  }

  /** A retirement that is sealed has had the time to be carried out. */
  async function stillReadable(): Promise<Finding | undefined> {
    for (const [stream, { position, lastRevision }] of ends.standing) {
      if (position > (sealedThrough ?? '')) continue;
      const [event] = await store.readStream(stream, { limit: 1 });
      if (event !== undefined && event.revision <= lastRevision) {
        return about(event, 'its stream is retired, and can still be read');
      }
    }
    return undefined;
  }

  return {
    async take(event, digest, before) {
      const { stream, revision, id } = event;
      const finding = await reach(event);
      if (finding !== undefined || !isCovered(stream)) return finding;
      const passed = ends.unexplained().get(stream);
      if (passed !== undefined && revision <= passed.revision) {
        return about(event, `seal ${passed.seal} covers it, and events before it are not covered`);
      }
      if (before === undefined && revision > 0 && !ends.mayGoOnBehind(stream, revision - 1)) {
        return about(event, 'its stream goes on behind a removal, and no StreamRetired says so');
      }
      count += 1;
      first ??= event;
      last = event;
      if (next !== undefined) touched.set(stream, { revision, digest, id });
      return event.type === 'StreamRetired' ? retire(event) : undefined;
    },
    async finish() {
      const finding = (await reach(undefined)) ?? (await missingEnd()) ?? (await stillReadable());
      if (finding !== undefined || published === undefined || foundPublished) return finding;
      const problem = `a head of seal ${published.seal} was published, and the log has only ${seals}`;
      return { stream: logSealStream, revision: published.seal - 1, position: null, id: null, problem };
    },
    get sealed() {
      return { seals, unsealed: count };
    },
  };
}

/** What is wrong, where it cannot be told where the seal ends. */
function boundaryOf(
  seal: Recorded<LogSealed>,
  stored: StoredEvent,
  copiedThrough: Position | undefined,
): Boundary | string {
  const isCopied = copiedThrough !== undefined && stored.position <= copiedThrough;
  const through = isCopied ? null : (seal.metadata.causation?.position ?? null);
  if (!isCopied && (through === null || through >= stored.position)) return 'it does not say up to where it seals';
  return { seal, stored, through, ends: new Map(seal.event.data.leaves.map(([stream, end]) => [stream, end])) };
}

/**
 * Whether the event lies behind the seal's end. A copied seal's end is its last event; where that is gone, the first
 * event that the seal does not cover shows that the end was passed.
 */
function endsBefore({ seal, through, ends }: Boundary, event: StoredEvent, last: StoredEvent | undefined): boolean {
  if (through !== null) return event.position > through;
  if (!isCovered(event.stream)) return false;
  return last?.id === seal.event.data.lastEventId || (ends.get(event.stream) ?? -1) < event.revision;
}

function problemOfSeal(
  math: SealMath,
  { seal, through }: Boundary,
  previous: Boundary | undefined,
): string | undefined {
  const { data } = seal.event;
  // What a copied one ends before is seen event by event.
  const before = previous?.through ?? null;
  if (through !== null && before !== null && through <= before)
    return 'it does not begin where the seal before it ends';
  if (previous !== undefined && data.publicKey !== previous.seal.event.data.publicKey) {
    return 'it is signed with another key than the seal before it';
  }
  if (rootOf(math, data.leaves, previous?.seal.digest ?? null) !== data.root) return 'its root does not fit its leaves';
  return isSigned(math, data) ? undefined : 'its signature is wrong';
}

function about({ stream, revision, position, id }: StoredEvent, problem: string): Finding {
  return { stream, revision, position, id, problem };
}

function place(stream: StreamName, { revision, id }: Touched): Omit<Finding, 'problem'> {
  return { stream, revision, position: null, id };
}
