import type { Clock } from '../ports/clock.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { Payload } from './messages.js';

export interface EventPayloads {
  readonly payloads: readonly Payload[];
  /** ISO 8601: of the event. */
  readonly createdAt: string;
}

/**
 * From when it is made: endpoints that keep up come to the same event within that. What is erased is not sent much
 * longer.
 */
const keptForMs = 1_000;
const mostKept = 256;

interface Kept {
  untilMs: number;
  readonly made: Promise<EventPayloads>;
}

/** What the newest events make, made once for all endpoints that come to them at about the same time. */
export class RecentPayloads {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly clock: Pick<Clock, 'monotonicMs'>,
    private readonly make: (event: StoredEvent) => Promise<EventPayloads>,
  ) {}

  of(event: StoredEvent): Promise<EventPayloads> {
    const nowMs = this.clock.monotonicMs();
    this.forget(nowMs);
    const known = this.kept.get(event.id);
    if (known !== undefined) return known.made;
    const made = this.make(event);
    const kept: Kept = { untilMs: Number.POSITIVE_INFINITY, made };
    this.kept.set(event.id, kept);
    made.then(
      () => {
        kept.untilMs = this.clock.monotonicMs() + keptForMs;
      },
      // This caller gets the error. For the next caller the payloads are made again.
      () => this.kept.delete(event.id),
    );
    return made;
  }

  private forget(nowMs: number): void {
    for (const [id, { untilMs }] of this.kept) {
      if (untilMs <= nowMs || this.kept.size >= mostKept) this.kept.delete(id);
    }
  }
}
