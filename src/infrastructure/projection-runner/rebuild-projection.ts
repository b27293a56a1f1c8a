import type { AllPage } from '../../application/ports/event-store.js';
import type { Fence } from '../../application/ports/lease.js';
import type { ReadStore } from '../../application/ports/read-store.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { AnyProjection } from '../../projections/shared/projection.js';
import { dropRetired, filterOf, type FoldPorts, foldPage, shapeOf } from './fold-page.js';
import { WriteBehind } from './write-behind.js';

/**
 * Larger than when live: no reader waits for a single page, and a transaction's fixed cost is shared by more events.
 */
const pageSize = 5_000;

export interface RebuildOptions extends FoldPorts {
  readonly projection: AnyProjection;
  readonly readStore: ReadStore;
  /** Fence of the lease under which it is rebuilt, where processes share the store. */
  readonly fence?: Fence;
  /** Inclusive; the head of the log where absent. */
  readonly until?: Position;
}

export interface Rebuilt {
  /** Events that the projection handles. */
  readonly events: number;
  readonly durationMs: number;
  readonly eventsPerSecond: number;
  readonly position: Position | undefined;
}

/**
 * Drops the projection's documents and folds the log again. A rebuild that is cut off is no harm: the runner goes on
 * from the checkpoint that it left.
 */
export async function rebuildProjection(options: RebuildOptions): Promise<Rebuilt> {
  await options.readStore.reset(shapeOf(options.projection), options.fence);
  return foldFrom(options, undefined, true);
}

/**
 * Folds what the log has behind this position onto what is stored: nothing at all where it `startsEmpty`. The next page
 * is read while this one is folded, and the one before is written.
 */
export async function foldFrom(
  options: RebuildOptions,
  from: Position | undefined,
  startsEmpty = false,
): Promise<Rebuilt> {
  const { projection, readStore, fence } = options;
  const startedAtMs = performance.now();
  const documents = new WriteBehind({ readStore, shape: shapeOf(projection), fence, startsEmpty });
  try {
    const { events, position } = await foldPages(options, documents, from);
    await documents.settled();
    const durationMs = performance.now() - startedAtMs;
    return { events, durationMs, eventsPerSecond: Math.round(events / Math.max(durationMs / 1000, 0.001)), position };
  } catch (error) {
    // Nothing is under way any more when the caller goes on.
    await documents.settled().catch(() => undefined);
    throw error;
  }
}

async function foldPages(
  options: RebuildOptions,
  documents: WriteBehind,
  from: Position | undefined,
): Promise<Pick<Rebuilt, 'events' | 'position'>> {
  const { until } = options;
  let position = from;
  let events = 0;
  let reading = readPage(options, from);
  for (let atEnd = false; !atEnd; ) {
    const page = await reading;
    const cut = until !== undefined && page.position !== undefined && page.position >= until;
    atEnd = page.atEnd || cut;
    if (!atEnd) reading = readPage(options, page.position);
    const bounded = cut
      ? { ...page, events: page.events.filter((event) => event.position <= until), position: until }
      : page;
    if (bounded.position !== undefined) await takePage(options, documents, { ...bounded, position: bounded.position });
    position = bounded.position;
    events += bounded.events.length;
  }
  return { events, position };
}

function readPage({ store, projection }: RebuildOptions, after: Position | undefined): Promise<AllPage> {
  const reading = store.readAll({
    limit: projection.pageSize ?? pageSize,
    filter: filterOf(projection),
    ...(after === undefined ? {} : { after }),
  });
  // It is awaited after the page before it, or not at all where that failed.
  reading.catch(() => undefined);
  return reading;
}

async function takePage(
  options: RebuildOptions,
  documents: WriteBehind,
  page: AllPage & { readonly position: Position },
): Promise<void> {
  const { projection, readStore, fence } = options;
  const { changes, erased, retired } = await foldPage(options, documents, projection, page);
  if (retired.length > 0) {
    await documents.settled();
    await dropRetired(readStore, projection, retired, fence);
    documents.forget();
  }
  await documents.apply(changes, page.position);
  if (!erased) return;
  await documents.settled();
  await readStore.scrub?.();
}
