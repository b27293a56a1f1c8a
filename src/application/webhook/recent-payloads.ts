import type { Clock } from '../ports/clock.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { Payload } from './payloads/payload.js';

export interface EventPayloads {
  readonly payloads: readonly Payload[];
  /** ISO 8601: of the event. */
  readonly createdAt: string;
}

/** As long as endpoints that keep up take to come to the same event. What is erased is not sent much longer than that. */
const keptForMs = 1_000;
const mostKept = 256;

interface Kept {
  readonly untilMs: number;
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
    this.kept.set(event.id, { untilMs: nowMs + keptForMs, made });
    // What could not be made is made anew for the next one that asks; this one is told.
    made.catch(() => this.kept.delete(event.id));
    return made;
  }

  /** Entries are in the order in which they were made. */
  private forget(nowMs: number): void {
    for (const [id, { untilMs }] of this.kept) {
      if (untilMs > nowMs && this.kept.size < mostKept) return;
      this.kept.delete(id);
    }
  }
}
