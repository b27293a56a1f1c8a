import type { Position } from '../../domain/shared/recorded.js';

/**
 * What a process manager has still to do, in the log's order, and from where another process would find it all again.
 */
export class Backlog<Item> {
  readonly #open = new Map<string, { readonly item: Item; readonly before: Position | undefined }>();
  #seen: Position | undefined;

  /**
   * Takes in what an event asks for, before {@link pass} of that event. False: it is open already, and keeps its place.
   */
  add(id: string, item: Item): boolean {
    if (this.#open.has(id)) return false;
    this.#open.set(id, { item, before: this.#seen });
    return true;
  }

  get(id: string): Item | undefined {
    return this.#open.get(id)?.item;
  }

  get isEmpty(): boolean {
    return this.#open.size === 0;
  }

  /** It is done, or there is nothing left to do. */
  finish(id: string): void {
    this.#open.delete(id);
  }

  /** What is open now, the oldest first. */
  entries(): (readonly [id: string, item: Item])[] {
    return Array.from(this.#open, ([id, { item }]) => [id, item]);
  }

  /** Every event up to here has been looked at. */
  pass(position: Position): void {
    this.#seen = position;
  }

  /** Everything up to here is finished with: where a restart begins. Undefined when that is the first event. */
  position(): Position | undefined {
    const [oldest] = this.#open.values();
    return oldest === undefined ? this.#seen : oldest.before;
  }
}

/** One in which what an item waits for changes, and its place in the log's order stays. */
export class ChangingBacklog<Item> extends Backlog<Item> {
  readonly #changed = new Map<string, Item>();

  change(id: string, item: Item): void {
    if (super.get(id) !== undefined) this.#changed.set(id, item);
  }

  override get(id: string): Item | undefined {
    return this.#changed.get(id) ?? super.get(id);
  }

  override entries(): (readonly [id: string, item: Item])[] {
    return super.entries().map(([id, item]) => [id, this.#changed.get(id) ?? item]);
  }

  override finish(id: string): void {
    this.#changed.delete(id);
    super.finish(id);
  }
}
