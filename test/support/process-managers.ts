import { noteAndPass, type ProcessManager } from '../../src/application/shared/run-process-manager.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import type { World } from './world.js';

/** Delivers the log behind a position to a process manager: all of it where none is named. */
export async function notes(world: World, manager: ProcessManager, after?: Position): Promise<void> {
  const from = after === undefined ? {} : { after };
  const { events } = await world.store.readAll({ ...from, limit: 100_000, filter: manager.filter });
  for (const stored of events) noteAndPass(manager, stored);
}
