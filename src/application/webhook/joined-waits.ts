import type { Position } from '../../domain/shared/recorded.js';
import type { WhenProcessed } from '../shared/own-writes.js';

/**
 * One wait serves all callers that wait for the same position, or for one before it: all partitions begin at about the same time,
 * and on shared engines each wait asks the read store again and again.
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
