import type { Position } from '../../domain/shared/recorded.js';
import { type Category, categoryOf } from '../../domain/shared/stream-name.js';
import type { EventStore } from '../ports/event-store.js';

/** A start reads so many events again in a moment; more of them are worth an event that says where to begin. */
const worthSaving = 1_000;
const headsPerRead = 500;

/** What is written because something else was. Counted, positions would be saved because positions were saved. */
const bookkeeping: ReadonlySet<Category> = new Set(['processmanager', 'logseal']);

type CountedStore = Pick<EventStore, 'readHeads'>;

/** What all who count in one store know of it. */
interface Known {
  /** A thousand events lie between these two: a count that began before the first is far at the second. */
  far: { readonly after: Position | undefined; readonly to: Position } | undefined;
  /** They ask at the same moments: one counts, and the next ones find it counted. */
  turn: Promise<unknown>;
}

const knownOf = new WeakMap<CountedStore, Known>();

/** Counts the events that a process manager has passed without handling one. */
export class PassedEvents {
  readonly #store: CountedStore;
  readonly #known: Known;
  #from: Position | undefined;
  #through: Position | undefined;
  #counted = 0;

  constructor(store: CountedStore, from: Position | undefined) {
    this.#store = store;
    this.#known = knownOf.get(store) ?? { far: undefined, turn: Promise.resolve() };
    knownOf.set(store, this.#known);
    this.#from = from;
    this.#through = from;
  }

  /** Whether enough of them lie between the last start of the count and `position`. */
  isFar(position: Position): Promise<boolean> {
    const counted = this.#known.turn.then(() => this.#countTo(position));
    this.#known.turn = counted.catch(() => undefined);
    return counted;
  }

  async #countTo(position: Position): Promise<boolean> {
    if (this.#isKnownFar(position)) this.#counted = worthSaving;
    while (this.#counted < worthSaving && (this.#through ?? '') < position) {
      const after = this.#through;
      const page = await this.#store.readHeads({ limit: headsPerRead, ...(after === undefined ? {} : { after }) });
      const passed = page.heads.filter((head) => head.position <= position);
      this.#counted += passed.filter(({ stream }) => !bookkeeping.has(categoryOf(stream))).length;
      const isBeyond = page.position === undefined || page.position >= position || page.atEnd;
      this.#through = isBeyond ? position : page.position;
      if (this.#counted >= worthSaving) this.#known.far = { after: this.#from, to: this.#through ?? position };
    }
    return this.#counted >= worthSaving;
  }

  #isKnownFar(position: Position): boolean {
    const { far } = this.#known;
    return far !== undefined && (this.#from ?? '') <= (far.after ?? '') && far.to <= position;
  }

  restart(from: Position): void {
    this.#counted = 0;
    this.#from = from;
    this.#through = from;
  }
}
