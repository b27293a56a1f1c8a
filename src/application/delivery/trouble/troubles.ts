import type { Clock } from '../../ports/clock.js';
import type { Trouble, TroubleChange, TroublePlace } from './trouble.js';

export interface TroubleListeners {
  readonly onBegun: (trouble: Trouble) => void;
  readonly onEnded: (trouble: Trouble, lastedMs: number) => void;
}

/** What keeps email from leaving this process now. */
export class Troubles {
  readonly #open = new Map<TroublePlace, Trouble>();

  constructor(
    private readonly clock: Pick<Clock, 'now'>,
    private readonly listeners: TroubleListeners,
  ) {}

  /** Hearing the same twice changes nothing. */
  note(change: TroubleChange): void {
    const before = this.#open.get(change.place);
    if (change.state === 'ended') {
      if (before === undefined) return;
      this.#open.delete(change.place);
      this.listeners.onEnded(before, this.clock.now() - Date.parse(before.since));
      return;
    }
    if (before?.kind === change.kind) return;
    const { place, kind, fields } = change;
    // One kind after another at the relay is one trouble, which ends when the relay accepts email.
    const since = before?.since ?? new Date(this.clock.now()).toISOString();
    const trouble = { place, kind, fields, since };
    this.#open.set(place, trouble);
    this.listeners.onBegun(trouble);
  }

  open(): readonly Trouble[] {
    return [...this.#open.values()];
  }
}
