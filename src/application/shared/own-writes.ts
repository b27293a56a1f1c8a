import type { Position } from '../../domain/shared/recorded.js';

/** Waits until a projection has taken in a position; false when the time ran out. */
export type WhenProcessed = (projection: string, position: Position, timeoutMs: number) => Promise<boolean>;

/** A team's last write through this process: its lists show it, or have waited long enough. */
export interface OwnWrites {
  note(teamId: string, position: Position): void;
  settled(teamId: string, projection: string): Promise<void>;
}

/** `patienceMs`: how long a list waits for the caller's own last write. */
export function createOwnWrites(whenProcessed: WhenProcessed, patienceMs: number): OwnWrites {
  const last = new Map<string, Position>();
  return {
    note(teamId, position) {
      // Writes are answered in any order; the latest in the log counts.
      const known = last.get(teamId);
      if (known === undefined || known < position) last.set(teamId, position);
    },
    async settled(teamId, projection) {
      const position = last.get(teamId);
      if (position !== undefined) await whenProcessed(projection, position, patienceMs);
    },
  };
}

/**
 * One wait serves all callers that wait for the same position, or for one before it: all partitions begin at about the
 * same time, and on shared engines each wait asks the read store again and again.
 */
export function joinedWaits(whenProcessed: WhenProcessed): WhenProcessed {
  const waits = new Map<string, { readonly position: Position; readonly done: Promise<boolean> }>();
  return (name, position, timeoutMs) => {
    const known = waits.get(name);
    if (known !== undefined && known.position >= position) return known.done;
    const done = whenProcessed(name, position, timeoutMs).finally(() => {
      if (waits.get(name)?.done === done) waits.delete(name);
    });
    waits.set(name, { position, done });
    return done;
  };
}
