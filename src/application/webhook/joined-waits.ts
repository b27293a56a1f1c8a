import type { Position } from '../../domain/shared/recorded.js';
import type { WhenProcessed } from '../shared/own-writes.js';

/**
 * Who waits for a place that somebody is waiting for already, or for one before it, waits with them: all partitions begin at about the same
 * moment, and on shared engines each wait asks the read store over and over.
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
