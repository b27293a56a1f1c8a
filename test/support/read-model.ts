import type { StoredEvent } from '../../src/application/ports/event-store.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { dropRetired, filterOf, foldPage, shapeOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import type { AnyProjection } from '../../src/projections/shared/projection.js';
import { MemoryReadStore } from './memory-read-store.js';
import type { World } from './world.js';

/** Folds the log, or what is new of it, into a projection's documents. */
export async function readModel(
  world: World,
  projection: AnyProjection,
  readStore = new MemoryReadStore(),
): Promise<MemoryReadStore> {
  const { events, position } = await world.store.readAll({ limit: 100_000, filter: filterOf(projection) });
  return foldStored(world, projection, events, position, readStore);
}

/** Folds these events, as one page that ends at `position`. */
export async function foldStored(
  world: World,
  projection: AnyProjection,
  events: readonly StoredEvent[],
  position: Position | undefined,
  readStore = new MemoryReadStore(),
): Promise<MemoryReadStore> {
  if (position === undefined) return readStore;
  const atEnd = true;
  const { changes, retired } = await foldPage(world, readStore, projection, { events, position, atEnd });
  await dropRetired(readStore, projection, retired);
  await readStore.apply(shapeOf(projection), changes, position);
  return readStore;
}
