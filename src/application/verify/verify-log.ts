import type { Position } from '../../domain/shared/recorded.js';
import type { Category, StreamName } from '../../domain/shared/stream-name.js';
import { categoryOf } from '../../domain/shared/stream-name.js';
import { UnreadableEvent } from '../ports/event-codec.js';
import type { EventStore, StoredEvent } from '../ports/event-store.js';
import { type ChainLink, checkSuccession, type StreamHead } from './succession.js';

export interface VerifyPorts {
  readonly store: Pick<EventStore, 'head' | 'readAll' | 'readStream' | 'removalOf'>;
  /** Reads and recomputes an event's digest. Throws {@link UnreadableEvent} where it was not written by a codec of ours. */
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
  /** Up to the first bad one. */
  readonly events: number;
  readonly streams: number;
  /** The end of the log when the verification began; null while the log is empty. */
  readonly head: Position | null;
  /** The first one in the order of the log. */
  readonly bad: BadEvent | undefined;
}

const pageSize = 1_000;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Reads the whole log as it stands and recomputes every digest and every chain. It may run beside writers and beside
 * the removal of streams. It remembers one revision and one digest for each stream. What it cannot see is that the last
 * events of a stream, or all of them, were taken away.
 */
export async function verifyLog(ports: VerifyPorts): Promise<Verification> {
  const { store } = ports;
  const head = await store.head();
  const heads = new Map<StreamName, StreamHead>();
  let events = 0;
  let after: Position | undefined;
  const verified = (bad: BadEvent | undefined): Verification => ({
    events,
    streams: heads.size,
    head: head ?? null,
    bad,
  });
  for (let atEnd = head === undefined; !atEnd; ) {
    const from = after === undefined ? {} : { after };
    const page = await store.readAll({ ...from, limit: pageSize });
    const bound = page.events.filter(({ position }) => head !== undefined && position <= head);
    const misfiled = await findMisfiled(ports, bound, from);
    for (const event of bound) {
      const problem = (await problemOf(ports, event, after, heads)) ?? misfiled.get(event.position);
      after = event.position;
      if (problem === undefined) events += 1;
      else if (await stillThere(store, event)) return verified({ ...named(event), problem });
      else heads.delete(event.stream);
    }
    const intruder = [...misfiled].find(([position]) => !bound.some((event) => event.position === position));
    if (intruder !== undefined) throw new Error(`position ${intruder[0]}: ${intruder[1]}`);
    after = page.position;
    atEnd = page.atEnd || page.position === undefined || (head !== undefined && page.position >= head);
  }
  return verified(undefined);
}
