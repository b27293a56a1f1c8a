import { Worker } from 'node:worker_threads';
import {
  type DeliveryThread,
  type DeliveryThreadListeners,
  followThread,
} from '../../infrastructure/delivery-thread/follow-thread.js';
import type { Projections } from '../../infrastructure/projection-runner/projections-client.js';
import {
  followProjections,
  type ProjectionsThreadListeners,
} from '../../infrastructure/projection-runner/follow-projections.js';
import { availableMemory, memoryLimits } from '../../infrastructure/system/memory-limits.js';
import { limitsOfMainThread } from '../../infrastructure/system/modest-worker.js';
import { workerUrl } from '../../infrastructure/system/worker-url.js';
import type { DeliveryWorkerData } from './delivery.worker.js';
import type { ProjectionsWorkerData } from './projections.worker.js';

export interface ThreadSurroundings<Listeners> {
  readonly listeners: Listeners;
  /** `Config.memoryMb`. */
  readonly memoryMb: number | null;
}

/** Delivers the mail of the embedded engines, see {@link followThread}. */
export function startDeliveryThread(
  data: DeliveryWorkerData,
  { listeners, memoryMb }: ThreadSurroundings<DeliveryThreadListeners>,
): Promise<DeliveryThread> {
  return followThread(started('./delivery.worker.js', data, memoryMb), listeners);
}

/** Keeps the read models of the embedded engines, see {@link followProjections}. */
export function startProjectionsThread(
  data: ProjectionsWorkerData,
  { listeners, memoryMb }: ThreadSurroundings<ProjectionsThreadListeners>,
): Promise<Projections> {
  return followProjections(started('./projections.worker.js', data, memoryMb), listeners);
}

function started(file: string, data: DeliveryWorkerData | ProjectionsWorkerData, memoryMb: number | null): Worker {
  return new Worker(workerUrl(import.meta.url, file), {
    workerData: data,
    transferList: [data.eventLogPort, data.vaultPort],
    // Both threads make many new objects: with Node's 48 MB more of them outlive a collection.
    resourceLimits: {
      ...limitsOfMainThread(),
      maxYoungGenerationSizeMb: memoryLimits(availableMemory(memoryMb)).threadYoungMb,
    },
  });
}
