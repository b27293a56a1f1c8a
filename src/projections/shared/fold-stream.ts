import type { DomainEvent } from '../../domain/shared/decider.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from './projection.js';

/**
 * The document that a projection keeps of one stream, folded from the stream itself: what a read of one resource shows,
 * ahead of the read store. For projections whose key is the stream's id; undefined where there is nothing to show.
 */
export function foldStream<Event extends DomainEvent, Document extends object>(
  projection: Pick<Projection<Event, Document>, 'handles' | 'evolve' | 'complete'>,
  events: readonly Recorded[],
): Document | undefined {
  const handled = (recorded: Recorded): recorded is Recorded<Event> =>
    (projection.handles as readonly string[]).includes(recorded.event.type);
  let document: Document | undefined;
  for (const recorded of events) {
    if (handled(recorded)) document = projection.evolve(document, recorded, idOf(recorded.stream));
  }
  return document === undefined ? undefined : (projection.complete?.(document) ?? document);
}
