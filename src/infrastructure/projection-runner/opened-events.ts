import type { StoredEvent } from '../../application/ports/event-store.js';
import type { Recorded } from '../../domain/shared/recorded.js';

/** Projections of a thread take in a page within a fraction of this; a moment after an erasure nothing is kept. */
const keptForMs = 1_000;

/**
 * Events with their personal values opened, for all projections of a thread: they are handed the same objects, and the
 * first of them opens what the others find open. A projection that has folded an event learns of its erasure from the
 * log.
 */
export class OpenedEvents {
  #kept = new Map<StoredEvent, Recorded>();
  #isFading = false;

  /** `open` is asked for those that are not open yet. Rejects as it does, and keeps nothing then. */
  async of(
    stored: readonly StoredEvent[],
    open: (closed: readonly StoredEvent[]) => Promise<readonly Recorded[]>,
  ): Promise<readonly Recorded[]> {
    const kept = this.#kept;
    const closed = stored.filter((event) => !kept.has(event));
    const opened = closed.length === 0 ? [] : await open(closed);
    for (const [index, event] of closed.entries()) {
      const recorded = opened[index];
      if (recorded !== undefined) kept.set(event, recorded);
    }
    this.#fade();
    return stored.flatMap((event) => kept.get(event) ?? []);
  }

  #fade(): void {
    if (this.#isFading) return;
    this.#isFading = true;
    setTimeout(() => {
      this.#kept = new Map();
      this.#isFading = false;
    }, keptForMs).unref();
  }
}
