import type { EventCodec } from '../../application/ports/event-codec.js';
import type { AllPage, EventFilter, EventStore, StoredEvent } from '../../application/ports/event-store.js';
import type { Fence } from '../../application/ports/lease.js';
import type { DocumentChange, DocumentShape, ReadStore, StoredDocument } from '../../application/ports/read-store.js';
import { type KeyStore, VaultUnavailable } from '../../application/ports/vault.js';
import type { StreamRetired } from '../../domain/retention/events.js';
import type { ErasureCompleted } from '../../domain/erasure/events.js';
import type { Position, Recorded } from '../../domain/shared/recorded.js';
import { type Category, categoryOf, idOf, type StreamName } from '../../domain/shared/stream-name.js';
import type { AnyProjection } from '../../projections/shared/projection.js';
import { PageSums } from './fold-sums.js';
import type { OpenedEvents } from './opened-events.js';

/** What a fold of the log reads from. */
export interface FoldPorts {
  readonly store: EventStore;
  readonly codec: Pick<EventCodec, 'decode' | 'kids'>;
  readonly keys: Pick<KeyStore, 'getMany'>;
  /** Where several projections are handed the same events. */
  readonly opened?: OpenedEvents;
}

/** An event could not be decoded, or the projection threw on it: trying the same again will not help for long. */
export class ProjectionFault extends Error {
  readonly code = 'projection-fault';
}

export interface FoldedPage {
  readonly changes: readonly DocumentChange[];
  /** Documents were folded again without what was erased, or dropped: what they said before must leave the files. */
  readonly erased: boolean;
  /** Streams whose documents, each several, must go: {@link dropRetired} before the changes are applied. */
  readonly retired: readonly RetiredStream[];
}

export interface RetiredStream {
  readonly stream: StreamName;
  /** Position of the fact that it ended. */
  readonly position: Position;
}

const erasureCompleted: ErasureCompleted['type'] = 'ErasureCompleted';

const streamRetired: StreamRetired['type'] = 'StreamRetired';
const documentsDroppedAtOnce = 500;

/**
 * What the projection must be given. A personal one also learns of erasures, one whose documents
 * are of one stream each of retired streams: its `evolve` knows nothing of either.
 */
export function filterOf(projection: AnyProjection): EventFilter {
  const { categories, handles, personal } = projection;
  const also: readonly (readonly [Category, string])[] = [
    ...(personal ? [['erasure', erasureCompleted] as const] : []),
    ...(followsRetirements(projection) ? [['retention', streamRetired] as const] : []),
  ];
  return {
    categories: [...new Set([...categories, ...also.map(([category]) => category)])],
    types: [...new Set([...handles, ...also.map(([, type]) => type)])],
  };
}

/** What any of them must be given. */
export function followedCategories(projections: readonly AnyProjection[]): readonly Category[] {
  return [...new Set(projections.flatMap((projection) => filterOf(projection).categories ?? []))];
}

function followsRetirements(projection: AnyProjection): boolean {
  return projection.documentsOf !== undefined || namesItsStream(projection);
}

/** Its documents name the stream that they are of, so that they can be found when it goes. */
function namesItsStream({ fields }: AnyProjection): boolean {
  return 'stream' in fields;
}

/** Just what a store wants to know: a projection's functions cannot travel to another thread. */
export function shapeOf({ name, version, fields, indexes, search }: DocumentShape): DocumentShape {
  return { name, version, fields, indexes, ...(search === undefined ? {} : { search }) };
}

/**
 * Each document is read once and folded over all its events of the page. `everyRemoval`: also of documents that came
 * and went in this page, because another process may be about to write them as they were in between. Throws
 * {@link ProjectionFault}.
 */
export async function foldPage(
  ports: FoldPorts,
  readStore: Pick<ReadStore, 'getMany'>,
  projection: AnyProjection,
  page: AllPage & { readonly position: Position },
  { everyRemoval = false }: { readonly everyRemoval?: boolean } = {},
): Promise<FoldedPage> {
  if (page.events.some(isErasure)) ports.opened?.forgetKeys();
  const recorded = await decode(
    ports,
    projection,
    page.events.filter((event) => concerns(projection, event)),
    ports.opened,
  );
  const keyed = recorded.map((event) => [event, guarded(projection, event, () => projection.keys(event))] as const);
  const ids = [...new Set(keyed.flatMap(([, keys]) => keys))];
  const stored = await readStore.getMany(shapeOf(projection), ids);
  const folded = new Map<string, DocumentChange>();
  const sums = new PageSums(projection);
  for (const [event, keys] of keyed) {
    for (const key of keys) {
      const before: DocumentChange | StoredDocument | undefined = folded.get(key) ?? stored.get(key);
      // Delivered again after a restart from an earlier checkpoint: the document already contains it.
      if (before !== undefined && event.position <= before.position) continue;
      const document = guarded(projection, event, () => projection.evolve(before?.document, event, key));
      folded.set(key, { id: key, position: event.position, document, wasStored: stored.has(key) });
      sums.note(event.position, before?.document, document);
    }
  }
  for (const [id, change] of folded) folded.set(id, { ...change, document: completed(projection, change.document) });
  const erased = await foldErased(ports, readStore, projection, page, folded, sums);
  const retired = retiredIn(ports, projection, page);
  const dropped = await foldRetired(readStore, projection, retired, folded, sums);
  const ended = new Set<unknown>(retired.map(({ stream }) => stream));
  // A document that neither was nor is needs no removal, and one of a stream that ends in this page never was.
  const changes = [...folded.values()].filter(
    ({ id, document, wasStored }) =>
      (document !== undefined || everyRemoval || wasStored === true || dropped.has(id)) &&
      !(document !== undefined && ended.has(streamOf(document))),
  );
  const counted = await sums.changes((keys) => readStore.getMany(shapeOf(projection), keys));
  const gone = namesItsStream(projection) ? retired : [];
  return { changes: [...counted, ...changes], erased: erased || retired.length > 0, retired: gone };
}

function completed(projection: AnyProjection, document: object | undefined): object | undefined {
  return document === undefined ? undefined : (projection.complete?.(document) ?? document);
}

/**
 * Where a retired stream has one document, under its own id: takes it out of `folded`; answers those that are stored.
 */
async function foldRetired(
  readStore: Pick<ReadStore, 'getMany'>,
  projection: AnyProjection,
  retired: readonly RetiredStream[],
  folded: Map<string, DocumentChange>,
  sums: PageSums,
): Promise<ReadonlySet<string>> {
  const own = retired.filter(({ stream }) => categoryOf(stream) === projection.documentsOf);
  if (own.length === 0) return new Set();
  const stored = await readStore.getMany(
    shapeOf(projection),
    own.map(({ stream }) => idOf(stream)),
  );
  for (const { stream, position } of own) {
    const id = idOf(stream);
    sums.note(position, (folded.get(id) ?? stored.get(id))?.document, undefined);
    folded.set(id, { id, position, document: undefined });
  }
  return new Set(stored.keys());
}

/**
 * Removes the stored documents of retired streams, in steps that leave the checkpoint where it is: what is cut off is
 * taken up again with the page. There may be millions.
 */
export async function dropRetired(
  readStore: Pick<ReadStore, 'list' | 'apply'>,
  projection: AnyProjection,
  retired: readonly RetiredStream[],
  fence?: Fence,
): Promise<void> {
  const shape = shapeOf(projection);
  for (const { stream, position } of retired) {
    const query = { equals: { stream }, orderBy: 'id', direction: 'asc', limit: documentsDroppedAtOnce } as const;
    let last: string | undefined;
    for (let hasMore = true; hasMore; ) {
      const page = await readStore.list(shape, {
        ...query,
        ...(last === undefined ? {} : { after: { value: last, id: last } }),
      });
      const removals = page.documents.map(({ id }) => ({ id, position, document: undefined }));
      await readStore.apply(shape, removals, undefined, fence);
      last = page.documents.at(-1)?.id;
      hasMore = page.hasMore;
    }
  }
}

function retiredIn(ports: FoldPorts, projection: AnyProjection, page: AllPage): readonly RetiredStream[] {
  if (!followsRetirements(projection)) return [];
  const events = page.events.filter(({ stream, type }) => type === streamRetired && categoryOf(stream) === 'retention');
  return ports.codec
    .decode(events)
    .map(({ event, position }) => ({ stream: (event as StreamRetired).data.stream, position }))
    .filter(({ stream }) => projection.categories.includes(categoryOf(stream)));
}

function streamOf(document: object): unknown {
  return 'stream' in document ? document.stream : undefined;
}

/**
 * Puts into `folded` the documents of the streams that this page's erasures name, as they read without the lost keys.
 */
async function foldErased(
  ports: FoldPorts,
  readStore: Pick<ReadStore, 'getMany'>,
  projection: AnyProjection,
  page: AllPage & { readonly position: Position },
  folded: Map<string, DocumentChange>,
  sums: PageSums,
): Promise<boolean> {
  const erasures = projection.personal ? page.events.filter(isErasure) : [];
  if (erasures.length === 0) return false;
  /** By stream, the first that names it. */
  const named = new Map<StreamName, Position>();
  for (const { event, position } of ports.codec.decode(erasures))
    for (const stream of (event as ErasureCompleted).data.streams)
      if (projection.categories.includes(categoryOf(stream)) && !named.has(stream)) named.set(stream, position);
  const refolded = new Map<string, { readonly document: object | undefined; readonly erasedAt: Position }>();
  for (const [stream, erasedAt] of named) {
    for (const [id, document] of await foldStream(ports, projection, stream, page.position))
      refolded.set(id, { document: completed(projection, document), erasedAt });
  }
  const stored = await readStore.getMany(shapeOf(projection), [...refolded.keys()]);
  for (const [id, { document, erasedAt }] of refolded) {
    // An erasure brings nothing back: where there is no document, its stream was retired and has not gone yet.
    const before = folded.get(id) ?? stored.get(id);
    if (before === undefined) continue;
    sums.note(erasedAt, before.document, document);
    folded.set(id, { id, position: page.position, document, wasStored: stored.has(id) });
  }
  return named.size > 0;
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
  opened?: OpenedEvents,
): Promise<readonly Recorded[]> {
  if (stored.length === 0) return [];
  const open = async (closed: readonly StoredEvent[]): Promise<readonly Recorded[]> => {
    const kids = codec.kids(closed);
    return codec.decode(closed, await (opened === undefined ? keys.getMany(kids) : opened.statesOf(kids, keys)));
  };
  try {
    if (!projection.personal) return codec.decode(stored);
    return await (opened === undefined ? open(stored) : opened.of(stored, open));
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
