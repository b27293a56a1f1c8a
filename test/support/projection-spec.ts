import type { EventStore, StoredEvent } from '../../src/application/ports/event-store.js';
import type { DomainEvent } from '../../src/domain/shared/decider.js';
import { canonicalJson } from '../../src/domain/shared/json.js';
import type { StreamRetired } from '../../src/domain/retention/events.js';
import type { Position, Recorded } from '../../src/domain/shared/recorded.js';
import { type Category, categoryOf, streamName, type StreamName } from '../../src/domain/shared/stream-name.js';
import {
  dropRetired,
  filterOf,
  type FoldPorts,
  foldPage,
} from '../../src/infrastructure/projection-runner/fold-page.js';
import type { AnyProjection } from '../../src/projections/shared/projection.js';
import { MemoryReadStore } from './memory-read-store.js';
import fc from './properties.js';
import { idAt, RecordedLog } from './recorded-events.js';

/** Canonical JSON by id, after a plain fold over everything: what the documents must be, however they came about. */
export function foldAll(projection: AnyProjection, log: readonly Recorded[]): ReadonlyMap<string, string> {
  const documents = new Map<string, object>();
  for (const recorded of log) {
    if (recorded.event.type === 'StreamRetired') dropOf(documents, (recorded.event as StreamRetired).data.stream);
    if (!projection.handles.includes(recorded.event.type) || !handled(projection, recorded)) continue;
    for (const key of projection.keys(recorded)) {
      const document = projection.evolve(documents.get(key), recorded, key);
      if (document === undefined) documents.delete(key);
      else documents.set(key, document);
    }
  }
  const whole = [...documents].map(([id, document]) => [id, projection.complete?.(document) ?? document] as const);
  const all = [...whole, ...sumsOf(projection, new Map(whole).values())];
  return new Map(all.map(([id, document]) => [id, canonicalJson(document)]));
}

/** The sums that count these documents, by id. */
export function sumsOf(
  { sums }: Pick<AnyProjection, 'sums'>,
  documents: Iterable<object>,
): ReadonlyMap<string, object> {
  const found = new Map<string, { readonly id: string; readonly counts: Record<string, number> }>();
  for (const document of documents) {
    for (const { id, about, counts } of sums?.of(document) ?? []) {
      const sum = found.get(id) ?? { ...about, id, counts: {} };
      found.set(id, sum);
      for (const [name, count] of Object.entries(counts)) sum.counts[name] = (sum.counts[name] ?? 0) + count;
    }
  }
  return new Map([...found].filter(([, { counts }]) => Object.keys(counts).length > 0));
}

/**
 * Over logs of a category with a document for each stream: `events` are what can happen, by names of the spec's own.
 * `documentAfter`: that of the first stream. `redelivery`: {@link redeliveryProperty} over anything that can happen.
 */
export function ofStreams<Name extends string>(
  projection: AnyProjection,
  category: Category,
  events: Readonly<Record<Name, DomainEvent>>,
  /** By name of the event: who said it, and under which id, where that is not as usual. */
  said?: Readonly<Partial<Record<Name, Parameters<RecordedLog['add']>[2]>>>,
) {
  const logOf = (happenings: readonly (readonly [number, Name])[]) => {
    const log = new RecordedLog();
    for (const [number, name] of happenings) log.add(streamName(category, idAt(number)), events[name], said?.[name]);
    return log.all;
  };
  const names = fc.constantFrom(...(Object.keys(events) as Name[]));
  const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), names), { maxLength: 30 });
  return {
    logOf,
    documentAfter(...after: readonly Name[]): unknown {
      const json = foldAll(projection, logOf(after.map((name) => [1, name] as const))).get(idAt(1));
      return json === undefined ? undefined : (JSON.parse(json) as unknown);
    },
    redelivery: () => fc.assert(redeliveryProperty(projection, happenings.map(logOf))),
  };
}

/** `deliver`: a page of so many events. `restart`: from a checkpoint so many events back. */
type Step = { readonly deliver: number } | { readonly restart: number };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ deliver: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ restart: fc.integer({ min: 0, max: 20 }) }),
  ),
  { maxLength: 12 },
);

/** In any batches, with restarts from any earlier checkpoint, the documents end up the same, byte for byte. */
export function redeliveryProperty(projection: AnyProjection, logs: fc.Arbitrary<readonly Recorded[]>) {
  return fc.asyncProperty(logs, steps, async (log, delivery) => {
    const delivered = await deliver(projection, log, delivery);
    expect([...delivered].sort()).toEqual([...foldAll(projection, log)].sort());
  });
}

/** Through the runner's own fold into a read store. Ends with everything delivered. */
async function deliver(
  projection: AnyProjection,
  log: readonly Recorded[],
  delivery: readonly Step[],
): Promise<ReadonlyMap<string, string>> {
  const readStore = new MemoryReadStore();
  const ports = portsOver(log);
  let next = 0;
  for (const step of [...delivery, { deliver: log.length }]) {
    if ('restart' in step) {
      next = Math.max(0, next - step.restart);
      continue;
    }
    const events = log.slice(next, next + step.deliver).filter((recorded) => handled(projection, recorded));
    next = Math.min(log.length, next + step.deliver);
    const position = log[next - 1]?.position ?? ('' as Position);
    const page = { events: events.map(stored), position, atEnd: next === log.length };
    const { changes, retired } = await foldPage(ports, readStore, projection, page);
    await dropRetired(readStore, projection, retired);
    await readStore.apply(projection, changes, position);
  }
  const query = { equals: {}, orderBy: 'id', direction: 'asc', limit: 100_000 } as const;
  const { documents } = await readStore.list(projection, query);
  return new Map(documents.map(({ id, document }) => [id, canonicalJson(document)]));
}

function handled(projection: AnyProjection, { stream, event }: Recorded): boolean {
  const { types, categories } = filterOf(projection);
  return types?.includes(event.type) === true && categories?.includes(categoryOf(stream)) === true;
}

function dropOf(documents: Map<string, object>, stream: StreamName): void {
  for (const [id, document] of documents) if ('stream' in document && document.stream === stream) documents.delete(id);
}

function stored({ stream, revision, position, id, event }: Recorded): StoredEvent {
  return { stream, revision, position, id, type: event.type, data: '', metadata: '' };
}

/** The codec's part is played by the ids: every stored event stands for the recorded one of the same id. */
function portsOver(log: readonly Recorded[]): FoldPorts {
  const byId = new Map(log.map((recorded) => [recorded.id, recorded]));
  return {
    codec: {
      decode: <Event extends DomainEvent>(events: readonly StoredEvent[]) =>
        events.flatMap(({ id }) => byId.get(id) ?? []) as Recorded<Event>[],
      kids: () => [],
    },
    keys: { getMany: async () => new Map() },
    // Asked only after an erasure, and these logs hold none.
    store: {} as EventStore,
  };
}
