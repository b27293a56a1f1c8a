import type { EventCodec } from '../../application/ports/event-codec.js';
import type { AllPage, EventFilter, EventStore, StoredEvent } from '../../application/ports/event-store.js';
import type { DocumentChange, DocumentShape, ReadStore, StoredDocument } from '../../application/ports/read-store.js';
import { type KeyStore, VaultUnavailable } from '../../application/ports/vault.js';
import type { ErasureCompleted } from '../../domain/erasure/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { categoryOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { AnyProjection } from '../../projections/registry.js';

/** What a fold of the log reads from. */
export interface FoldPorts {
  readonly store: EventStore;
  readonly codec: Pick<EventCodec, 'decode' | 'kids'>;
  readonly keys: Pick<KeyStore, 'getMany'>;
}

/** An event could not be decoded, or the projection threw on it: trying the same again will not help for long. */
export class ProjectionFault extends Error {
  readonly code = 'projection-fault';
}

export interface FoldedPage {
  readonly changes: readonly DocumentChange[];
  /** Documents were folded anew without what was erased: their earlier versions must leave the files. */
  readonly erased: boolean;
}

const erasureCompleted: ErasureCompleted['type'] = 'ErasureCompleted';

/** What the projection must be given. A personal one also learns of erasures, which its `evolve` knows nothing of. */
export function filterOf({ categories, handles, personal }: AnyProjection): EventFilter {
  if (!personal) return { categories, types: handles };
  return {
    categories: [...new Set([...categories, 'erasure' as const])],
    types: [...new Set([...handles, erasureCompleted])],
  };
}

/** Just what a store wants to know: a projection's functions cannot travel to another thread. */
export function shapeOf({ name, version, fields, indexes }: DocumentShape): DocumentShape {
  return { name, version, fields, indexes };
}

/** Each document is read once and folded over all its events of the page. Throws {@link ProjectionFault}. */
export async function foldPage(
  ports: FoldPorts,
  readStore: Pick<ReadStore, 'getMany'>,
  projection: AnyProjection,
  page: AllPage & { readonly position: Position },
): Promise<FoldedPage> {
  const recorded = await decode(
    ports,
    projection,
    page.events.filter((event) => concerns(projection, event)),
  );
  const keyed = recorded.map((event) => [event, guarded(projection, event, () => projection.keys(event))] as const);
  const ids = [...new Set(keyed.flatMap(([, keys]) => keys))];
  const stored = await readStore.getMany(shapeOf(projection), ids);
  const folded = new Map<string, DocumentChange>();
  for (const [event, keys] of keyed) {
    for (const key of keys) {
      const before: DocumentChange | StoredDocument | undefined = folded.get(key) ?? stored.get(key);
      // Delivered again after a restart from an earlier checkpoint: the document already contains it.
      if (before !== undefined && event.position <= before.position) continue;
      const document = guarded(projection, event, () => projection.evolve(before?.document, event, key));
      folded.set(key, { id: key, position: event.position, document });
    }
  }
  const erased = await foldErased(ports, projection, page, folded);
  // A document that neither was nor is needs no removal.
  const changes = [...folded.values()].filter(({ id, document }) => document !== undefined || stored.has(id));
  return { changes, erased };
}

/** Puts into `folded` the documents of the streams that this page's erasures name, as they read without the lost keys. */
async function foldErased(
  ports: FoldPorts,
  projection: AnyProjection,
  page: AllPage & { readonly position: Position },
  folded: Map<string, DocumentChange>,
): Promise<boolean> {
  const erasures = projection.personal ? page.events.filter(isErasure) : [];
  if (erasures.length === 0) return false;
  const named = ports.codec
    .decode(erasures)
    .flatMap(({ event }) => (event as ErasureCompleted).data.streams)
    .filter((stream) => projection.categories.includes(categoryOf(stream)));
  for (const stream of new Set(named)) {
    for (const [id, document] of await foldStream(ports, projection, stream, page.position)) {
      folded.set(id, { id, position: page.position, document });
    }
  }
  return named.length > 0;
}

/** The documents of one stream, from its first event to `until`, read with today's keys. */
async function foldStream(
  ports: FoldPorts,
  projection: AnyProjection,
  stream: StreamName,
  until: Position,
): Promise<ReadonlyMap<string, object | undefined>> {
  const stored = await ports.store.readStream(stream);
  const wanted = stored.filter((event) => event.position <= until && concerns(projection, event));
  const documents = new Map<string, object | undefined>();
  for (const event of await decode(ports, projection, wanted)) {
    guarded(projection, event, () => {
      for (const key of projection.keys(event)) documents.set(key, projection.evolve(documents.get(key), event, key));
    });
  }
  return documents;
}

async function decode(
  { codec, keys }: FoldPorts,
  projection: AnyProjection,
  stored: readonly StoredEvent[],
): Promise<readonly Recorded[]> {
  if (stored.length === 0) return [];
  try {
    if (!projection.personal) return codec.decode(stored);
    return codec.decode(stored, await keys.getMany(codec.kids(stored)));
  } catch (cause) {
    // A vault that cannot be read comes back; a key that is missing or damaged does not.
    if (cause instanceof VaultUnavailable) throw cause;
    const place = `${stored[0]?.position} to ${stored.at(-1)?.position}`;
    throw new ProjectionFault(`${named(projection)} cannot read an event from ${place}: ${messageOf(cause)}`, {
      cause,
    });
  }
}

function concerns(projection: AnyProjection, { stream, type }: StoredEvent): boolean {
  return projection.handles.includes(type) && projection.categories.includes(categoryOf(stream));
}

function isErasure({ stream, type }: StoredEvent): boolean {
  return type === erasureCompleted && categoryOf(stream) === 'erasure';
}

function guarded<Result>(projection: AnyProjection, recorded: Recorded, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    const event = `${recorded.event.type} at ${recorded.position}`;
    throw new ProjectionFault(`${named(projection)} failed on ${event}: ${messageOf(cause)}`, { cause });
  }
}

function named({ name, version }: AnyProjection): string {
  return `${name}@${version}`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
