import type { Position } from '../../domain/shared/recorded.js';

/**
 * Which events of a reader are under way, so that its position never passes one that is neither settled nor scheduled.
 */
export class Watermark {
  private readonly open = new Map<object, Position | undefined>();

  /** `seen`: everything up to here was looked at. */
  constructor(private seen: Position | undefined) {}

  /**
   * The event behind everything that was looked at so far; the function that comes back is called once it is done with.
   */
  begin(position: Position): () => void {
    const entry = {};
    this.open.set(entry, this.seen);
    this.seen = position;
    return () => void this.open.delete(entry);
  }

  pass(position: Position | undefined): void {
    this.seen = position ?? this.seen;
  }

  size(): number {
    return this.open.size;
  }

  /** What was looked at last. */
  cursor(): Position | undefined {
    return this.seen;
  }

  /** Everything up to here is done with. Entries are in the order in which they began. */
  position(): Position | undefined {
    const [oldest] = this.open;
    return oldest === undefined ? this.seen : oldest[1];
  }
}
