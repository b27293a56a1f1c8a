import { dropRetired, filterOf, foldPage, shapeOf } from '../../src/infrastructure/projection-runner/fold-page.js';
import type { AnyProjection } from '../../src/projections/registry.js';
import { MemoryReadStore } from './memory-read-store.js';
import type { World } from './world.js';

/** Folds the log, or what is new of it, into a projection's documents. */
export async function readModel(
  world: World,
  projection: AnyProjection,
  readStore = new MemoryReadStore(),
): Promise<MemoryReadStore> {
  const { events, position, atEnd } = await world.store.readAll({ limit: 100_000, filter: filterOf(projection) });
  if (position === undefined) return readStore;
  const { changes, retired } = await foldPage(world, readStore, projection, { events, position, atEnd });
  await dropRetired(readStore, projection, retired, await readStore.checkpoint(shapeOf(projection)));
  await readStore.apply(shapeOf(projection), changes, position);
  return readStore;
}
