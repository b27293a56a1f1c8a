import type { Fence } from '../../application/ports/lease.js';
import type { ReadStore } from '../../application/ports/read-store.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { AnyProjection } from '../../projections/registry.js';
import { dropRetired, filterOf, type FoldPorts, foldPage, shapeOf } from './fold-page.js';

/** Larger than when live: no reader waits for a single page, and a transaction's fixed cost is shared by more events. */
const pageSize = 2_000;

export interface RebuildOptions extends FoldPorts {
  readonly projection: AnyProjection;
  readonly readStore: ReadStore;
  /** Of the lease under which it is rebuilt, where processes share the store. */
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
 * Drops the projection's documents and folds the log anew. A rebuild that is cut off is no harm: the runner goes on from
 * the checkpoint that it left.
 */
export async function rebuildProjection(options: RebuildOptions): Promise<Rebuilt> {
  await options.readStore.reset(shapeOf(options.projection), options.fence);
  return foldFrom(options, undefined);
}

/** Folds what the log has behind this position onto what is stored. */
export async function foldFrom(options: RebuildOptions, from: Position | undefined): Promise<Rebuilt> {
  const { store, projection, readStore, fence, until } = options;
  const startedAtMs = performance.now();
  const shape = shapeOf(projection);
  const filter = filterOf(projection);
  let position = from;
  let events = 0;
  for (let atEnd = false; !atEnd; ) {
    const page = await store.readAll({
      limit: projection.pageSize ?? pageSize,
      filter,
      ...(position === undefined ? {} : { after: position }),
    });
    const cut = until !== undefined && page.position !== undefined && page.position >= until;
    const bounded = cut
      ? { ...page, events: page.events.filter((event) => event.position <= until), position: until }
      : page;
    if (bounded.position !== undefined) {
      const { changes, erased, retired } = await foldPage(options, readStore, projection, {
        ...bounded,
        position: bounded.position,
      });
      await dropRetired(readStore, projection, retired, fence);
      await readStore.apply(shape, changes, bounded.position, fence);
      if (erased) await readStore.scrub?.();
    }
    position = bounded.position;
    events += bounded.events.length;
    atEnd = page.atEnd || cut;
  }
  const durationMs = performance.now() - startedAtMs;
  return { events, durationMs, eventsPerSecond: Math.round(events / Math.max(durationMs / 1000, 0.001)), position };
}
