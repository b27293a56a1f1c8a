import type { Position } from '../../domain/shared/recorded.js';
import { type Category, categoryOf } from '../../domain/shared/stream-name.js';
import type { EventStore } from '../ports/event-store.js';

/** A start reads so many events again in a moment; more of them are worth an event that says where to begin. */
const worthSaving = 1_000;
const headsPerRead = 500;

/** What is written because something else was. Counted, positions would be saved because positions were saved. */
const bookkeeping: ReadonlySet<Category> = new Set(['processmanager', 'logseal']);

/** Counts the events that a process manager has passed without handling one. */
export class PassedEvents {
  readonly #store: Pick<EventStore, 'readHeads'>;
  #through: Position | undefined;
  #counted = 0;

  constructor(store: Pick<EventStore, 'readHeads'>, from: Position | undefined) {
    this.#store = store;
    this.#through = from;
  }

  /** Whether enough of them lie between the last start of the count and `position`. */
  async isFar(position: Position): Promise<boolean> {
    while (this.#counted < worthSaving && (this.#through ?? '') < position) {
      const after = this.#through;
      const page = await this.#store.readHeads({ limit: headsPerRead, ...(after === undefined ? {} : { after }) });
      const passed = page.heads.filter((head) => head.position <= position);
      this.#counted += passed.filter(({ stream }) => !bookkeeping.has(categoryOf(stream))).length;
      const isBeyond = page.position === undefined || page.position >= position || page.atEnd;
      this.#through = isBeyond ? position : page.position;
    }
    return this.#counted >= worthSaving;
  }

  restart(from: Position): void {
    this.#counted = 0;
    this.#through = from;
  }
}
