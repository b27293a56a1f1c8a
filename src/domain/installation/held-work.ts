import type { Position, Recorded } from '../shared/recorded.js';
import type { HeldKind, InstallationEvent } from './events.js';

interface Released {
  readonly isAll: boolean;
  readonly ids: readonly string[];
}

/** What a restore, or a clock that jumped, keeps from going on until somebody decides. */
export interface HeldWork {
  /** The place of the last restore: what was begun before it is held. Null: nothing was restored. */
  readonly before: Position | null;
  /**
   * The moves since, in order: what was copied names places of the log that it came from, where the restore stands at
   * `restoredAt`, absent where that was not noted.
   */
  readonly moves: readonly { readonly at: Position; readonly restoredAt?: Position | null | undefined }[];
  readonly released: Readonly<Record<HeldKind, Released>>;
  /** Emails that were accepted before `at` and scheduled for after `from`, up to `to` (ISO 8601), are held. */
  readonly leaps: readonly { readonly at: Position; readonly from: string; readonly to: string }[];
}

const none: Released = { isAll: false, ids: [] };
const nothingHeld: HeldWork = {
  before: null,
  moves: [],
  released: { imports: none, confirmations: none, emails: none },
  leaps: [],
};

/** From the events of the installation, in their order. */
export function heldWorkIn(events: readonly Recorded<InstallationEvent>[]): HeldWork {
  return events.reduce(after, nothingHeld);
}

function after(held: HeldWork, { event, position }: Recorded<InstallationEvent>): HeldWork {
  switch (event.type) {
    case 'InstallationRestored':
      return { ...nothingHeld, before: position };
    case 'InstallationMovedIn':
      return { ...held, moves: [...held.moves, { at: position, restoredAt: event.data.restoredAt }] };
    case 'ClockLeapt':
      return { ...held, leaps: [...held.leaps, { at: position, ...event.data }] };
    case 'HeldWorkReleased': {
      const { kind, ids } = event.data;
      const known = held.released[kind];
      const released = ids === null ? { ...known, isAll: true } : { ...known, ids: [...known.ids, ...ids] };
      const leaps = kind === 'emails' && ids === null ? [] : held.leaps;
      return { ...held, released: { ...held.released, [kind]: released }, leaps };
    }
    default:
      return held;
  }
}

/** Whether something of this kind that was begun at `position` waits for a decision since a restore. */
export function isHeldSinceRestore(held: HeldWork, kind: HeldKind, id: string, position: Position): boolean {
  return held.before !== null && position < held.before && !isReleased(held, kind, id);
}

/** The place of the last restore in the log in which an event that stands at `position` now was written. */
export function restoreBeside({ before, moves }: HeldWork, position: Position): Position | null {
  return moves.find(({ at }) => position < at)?.restoredAt ?? before;
}

/** Whether somebody has decided that it goes on. */
export function isReleased({ released }: HeldWork, kind: HeldKind, id: string): boolean {
  return released[kind].isAll || released[kind].ids.includes(id);
}

/**
 * Where it stands in the log that the clock jumped over the time of an email (ISO 8601) which was accepted at
 * `position`; undefined where it did not, or the email was released.
 */
export function leapOver(held: HeldWork, id: string, position: Position, startsAt: string): Position | undefined {
  if (held.released.emails.ids.includes(id)) return undefined;
  return held.leaps.findLast(({ at, from, to }) => position < at && startsAt > from && startsAt <= to)?.at;
}
