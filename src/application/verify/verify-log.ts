import type { Position } from '../../domain/shared/recorded.js';
import { type Category, categoryOf, type StreamName } from '../../domain/shared/stream-name.js';
import { UnreadableEvent } from '../ports/event-codec.js';
import type { AllPage, EventStore, StoredEvent } from '../ports/event-store.js';
import { type ChainLink, checkSuccession, type StreamHead } from './succession.js';

export interface VerifyPorts {
  readonly store: Pick<EventStore, 'head' | 'readAll' | 'readStream' | 'removalOf'>;
  /** Recomputes an event's digest. Throws {@link UnreadableEvent} where the texts are not as a codec of ours writes them. */
  readonly linkOf: (stored: StoredEvent) => ChainLink;
}

export interface BadEvent {
  readonly stream: StreamName;
  readonly revision: number;
  readonly position: Position;
  readonly id: string;
  /** What is wrong; never what stands there. */
  readonly problem: string;
}

export interface Verification {
  /** In order: all of them, or those before the bad one. */
  readonly events: number;
  readonly streams: number;
  /** Where the log ended when the verification began; null while it is empty. */
  readonly head: Position | null;
  /** The first in the order of the log. */
  readonly bad: BadEvent | undefined;
}

interface Progress {
  readonly heads: Map<StreamName, StreamHead>;
  events: number;
  position: Position | undefined;
}

const pageSize = 1_000;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Reads the whole log as it stands and recomputes every digest and every chain; it may run beside writers and beside
 * the removal of streams, and keeps one revision and one digest for each stream in memory. It cannot see that the last
 * events of a stream, or all of them, were taken away.
 */
export async function verifyLog(ports: VerifyPorts): Promise<Verification> {
  const { store } = ports;
  const head = await store.head();
  const progress: Progress = { heads: new Map(), events: 0, position: undefined };
  let bad: BadEvent | undefined;
  for (let atEnd = head === undefined; !atEnd && bad === undefined; ) {
    const after = progress.position;
    const page = await store.readAll({ limit: pageSize, ...(after === undefined ? {} : { after }) });
    bad = await verifyPage(ports, page, head, progress);
    progress.position = page.position;
    atEnd = page.atEnd || page.position === undefined || (head !== undefined && page.position >= head);
  }
  return { events: progress.events, streams: progress.heads.size, head: head ?? null, bad };
}

async function verifyPage(
  ports: VerifyPorts,
  page: AllPage,
  head: Position | undefined,
  progress: Progress,
): Promise<BadEvent | undefined> {
  const events = page.events.filter(({ position }) => head === undefined || position <= head);
  const filed = await positionsByCategory(ports.store, events, progress.position);
  for (const event of events) {
    const { stream, revision, position, id } = event;
    const problem =
      (await problemOf(ports, event, progress)) ??
      (filed.has(position) ? undefined : `it is not filed under "${categoryOf(stream)}"`);
    if (problem === undefined) progress.events += 1;
    else if (await stillThere(ports.store, event)) return { stream, revision, position, id, problem };
    else progress.heads.delete(stream);
    progress.position = position;
  }
  return undefined;
}

async function problemOf({ store, linkOf }: VerifyPorts, event: StoredEvent, progress: Progress) {
  if (progress.position !== undefined && event.position <= progress.position) return 'its position does not grow';
  if (!uuidPattern.test(event.id)) return 'its id is no UUID';
  const link = readLink(linkOf, event);
  if (typeof link === 'string') return link;
  if (link.computed !== link.digest) return 'its digest does not fit its content';
  const problem = await checkSuccession(store, event, link, progress.heads.get(event.stream));
  if (problem === undefined) progress.heads.set(event.stream, { revision: event.revision, digest: link.digest });
  return problem;
}

function readLink(linkOf: VerifyPorts['linkOf'], event: StoredEvent): ChainLink | string {
  try {
    return linkOf(event);
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    // Its message is the event's name, a colon, and the problem.
    return error.message.slice(error.message.indexOf(': ') + 2);
  }
}

/** The positions of these events that a reader of their own category is given: an index of the store may be wrong alone. */
async function positionsByCategory(
  store: VerifyPorts['store'],
  events: readonly StoredEvent[],
  after: Position | undefined,
): Promise<ReadonlySet<Position>> {
  const counts = new Map<Category, number>();
  for (const { stream } of events) counts.set(categoryOf(stream), (counts.get(categoryOf(stream)) ?? 0) + 1);
  const positions = new Set<Position>();
  for (const [category, limit] of counts) {
    const filter = { categories: [category] };
    const page = await store.readAll({ limit, filter, ...(after === undefined ? {} : { after }) });
    for (const { stream, position } of page.events) if (categoryOf(stream) === category) positions.add(position);
  }
  return positions;
}

/** A stream that was removed while we read explains everything about its events. */
async function stillThere(store: VerifyPorts['store'], { stream, revision, id }: StoredEvent): Promise<boolean> {
  const [event] = await store.readStream(stream, { from: revision, limit: 1 });
  return event?.id === id;
}
