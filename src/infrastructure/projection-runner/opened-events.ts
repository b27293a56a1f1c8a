import type { StoredEvent } from '../../application/ports/event-store.js';
import type { KeyState, KeyStore } from '../../application/ports/vault.js';
import type { Kid } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';

/** Projections of a thread take in a page within a fraction of this; a moment after an erasure nothing is kept. */
const keptForMs = 1_000;

/**
 * Events with their personal values opened, for all projections of a thread: they are handed the same objects, and the
 * first of them opens what the others find open. A projection that has folded an event learns of its erasure from the
 * log. The keys are kept as long, for the next events of the same emails, and no longer than until an erasure.
 */
export class OpenedEvents {
  #kept = new Map<StoredEvent, Recorded>();
  #keys = new Map<Kid, KeyState>();
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

  /** A state for each of `kids`. Only of keys that open something is it kept. */
  async statesOf(kids: readonly Kid[], keys: Pick<KeyStore, 'getMany'>): Promise<ReadonlyMap<Kid, KeyState>> {
    // What is forgotten while the vault answers stays forgotten: its answer may be older than the erasure.
    const kept = this.#keys;
    const states = new Map<Kid, KeyState>();
    const unknown: Kid[] = [];
    for (const kid of kids) {
      const state = kept.get(kid);
      if (state === undefined) unknown.push(kid);
      else states.set(kid, state);
    }
    if (unknown.length === 0) return states;
    for (const [kid, state] of await keys.getMany(unknown)) {
      states.set(kid, state);
      if (state.state === 'present') kept.set(kid, state);
    }
    this.#fade();
    return states;
  }

  /** Behind the end of an erasure in the log: what its keys have sealed since is not to be read. */
  forgetKeys(): void {
    this.#keys = new Map();
  }

  #fade(): void {
    if (this.#isFading) return;
    this.#isFading = true;
    setTimeout(() => {
      this.#kept = new Map();
      this.#keys = new Map();
      this.#isFading = false;
    }, keptForMs).unref();
  }
}
