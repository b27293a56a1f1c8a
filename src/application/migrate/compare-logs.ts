import type { Position } from '../../domain/shared/recorded.js';
import type { StoredEvent } from '../ports/event-store.js';
import { type LogReads, MigrationRefused, liveEvents } from './live-events.js';

/** How far two logs hold the same events in the same order, from the first on. */
export interface Comparison {
  readonly events: number;
  /** Positions of the last of them; undefined: there is none. */
  readonly sourceThrough: Position | undefined;
  readonly targetThrough: Position | undefined;
  /** Nothing of the source lies behind. */
  readonly isWhole: boolean;
}

/** Called with each pair of equal events. */
export type OnPair = (source: StoredEvent, target: StoredEvent) => void;

/**
 * Compares every byte that a reader of the logs is given. The target may end before the source, or have more behind it.
 * Throws {@link MigrationRefused} at the first event that is another one.
 */
export async function compareLogs(source: LogReads, target: LogReads, onPair?: OnPair): Promise<Comparison> {
  const copies = liveEvents(target);
  let events = 0;
  let through: { readonly source: Position; readonly target: Position } | undefined;
  const ended = (isWhole: boolean): Comparison => ({
    events,
    sourceThrough: through?.source,
    targetThrough: through?.target,
    isWhole,
  });
  for await (const event of liveEvents(source)) {
    const { value: copy, done } = await copies.next();
    if (done === true) return ended(false);
    requireSame(event, copy);
    onPair?.(event, copy);
    events += 1;
    through = { source: event.position, target: copy.position };
  }
  await copies.return(undefined);
  return ended(true);
}

const members = ['stream', 'revision', 'id', 'type', 'data', 'metadata'] as const;

function requireSame(event: StoredEvent, copy: StoredEvent): void {
  const other = members.find((member) => event[member] !== copy[member]);
  if (other === undefined) return;
  const { stream, revision, id } = event;
  throw new MigrationRefused(
    `Event ${id} (${stream} revision ${revision}) is another one in the target: its ${other} differs. The target holds something else, or was written to.`,
  );
}

/**
 * Learns from pairs in the order of the logs which position of the target stands for each of these of the source: that
 * of the last event at or before it.
 */
export function createTranslation(wanted: Iterable<Position>): {
  readonly onPair: OnPair;
  /** After the last pair. Undefined when nothing was copied at or before it. */
  of(position: Position): Position | undefined;
} {
  const queue = [...new Set(wanted)].sort();
  const known = new Map<Position, Position | undefined>();
  let next = 0;
  let last: Position | undefined;
  const settleBefore = (position: Position | undefined): void => {
    for (let asked = queue[next]; asked !== undefined && (position === undefined || asked < position); ) {
      known.set(asked, last);
      next += 1;
      asked = queue[next];
    }
  };
  return {
    onPair(source, target) {
      settleBefore(source.position);
      last = target.position;
    },
    of(position) {
      settleBefore(undefined);
      return known.get(position);
    },
  };
}
