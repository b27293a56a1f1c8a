import type { EventStore, StoredEvent } from '../../application/ports/event-store.js';
import { type Category, categoryOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { EventLogFigures, EventPlace } from './event-log-figures.js';

const eventsPerRead = 1_000;

interface Placed extends EventPlace {
  readonly type: string;
}

/**
 * Figures over the newest events alone, at most so many, read once: of what lies further back nothing is known, so
 * counts are of those at least, and "the first" is the first of these.
 */
export async function readTailFigures(
  store: Pick<EventStore, 'head' | 'readBack'>,
  atMost: number,
): Promise<EventLogFigures> {
  const { newestFirst, whole } = await readTail(store, atMost);
  const tail = newestFirst.toReversed();
  const within = (categories: readonly Category[], types?: readonly string[]) => (event: Placed) =>
    categories.includes(categoryOf(event.stream)) && (types === undefined || types.includes(event.type));
  const after: (position: EventPlace['position'] | undefined) => readonly Placed[] = (position) =>
    position === undefined ? tail : tail.filter((event) => event.position > position);
  return {
    count: () => (whole ? tail.length : null),
    countAfter: (position, categories) => after(position).filter(within(categories)).length,
    firstAfter: (position, categories, types) => after(position).find(within(categories, types)),
    lastOf: (category) => newestFirst.find(within([category])),
    newest: (limit) => newestFirst.slice(0, limit),
    lastBefore: (at) => newestFirst.find((event) => event.at < at),
    ofType(type, category, position) {
      const events = after(position).filter(within([category], [type]));
      return { events: events.length, newestAt: events.at(-1)?.at ?? null };
    },
    streamsOf: (category) => [...new Set(tail.filter(within([category])).map(({ stream }) => stream))].sort(),
    openStreams(category, opening, closing) {
      const closed = new Set<StreamName>(tail.filter(within([category], [closing])).map(({ stream }) => stream));
      return tail.filter(within([category], [opening])).filter(({ stream }) => !closed.has(stream));
    },
    close: () => undefined,
  };
}

async function readTail(
  store: Pick<EventStore, 'head' | 'readBack'>,
  atMost: number,
): Promise<{ readonly newestFirst: readonly Placed[]; readonly whole: boolean }> {
  const newestFirst: Placed[] = [];
  for (let from = await store.head(); from !== undefined && newestFirst.length < atMost; ) {
    const last = newestFirst.at(-1)?.position;
    const read = (await store.readBack(from, eventsPerRead)).filter(({ position }) => position !== last);
    newestFirst.push(...read.map(placed));
    from = read.at(-1)?.position;
  }
  return { newestFirst: newestFirst.slice(0, atMost), whole: newestFirst.length < atMost };
}

function placed({ position, stream, type, metadata }: StoredEvent): Placed {
  // As the codec writes it; what another wrote there shows as no time at all.
  const { time = '' } = JSON.parse(metadata) as { readonly time?: string };
  return { position, stream, type, at: time };
}
