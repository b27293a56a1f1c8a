import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';

/** What the last event says that says it; the events of a stream are of one resource. */
export function lastSaid<Event extends DomainEvent>(
  events: readonly Recorded[],
  said: (event: Event) => string | undefined,
): string | undefined {
  for (const { event } of events.toReversed()) {
    const found = said(event as Event);
    if (found !== undefined) return found;
  }
  return undefined;
}
