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
import { workerUrl } from '../../infrastructure/system/worker-url.js';
import type { DeliveryWorkerData } from './delivery.worker.js';
import type { ProjectionsWorkerData } from './projections.worker.js';

/** For new objects: both threads make many, and with Node's 48 MB more of them outlive a collection. */
const maxYoungGenerationSizeMb = 96;

/** Delivers the mail of the embedded engines, see {@link followThread}. */
export function startDeliveryThread(
  data: DeliveryWorkerData,
  listeners: DeliveryThreadListeners,
): Promise<DeliveryThread> {
  return followThread(started('./delivery.worker.js', data), listeners);
}

/** Keeps the read models of the embedded engines, see {@link followProjections}. */
export function startProjectionsThread(
  data: ProjectionsWorkerData,
  listeners: ProjectionsThreadListeners = {},
): Promise<Projections> {
  return followProjections(started('./projections.worker.js', data), listeners);
}

function started(file: string, data: DeliveryWorkerData | ProjectionsWorkerData): Worker {
  return new Worker(workerUrl(import.meta.url, file), {
    workerData: data,
    transferList: [data.eventLogPort, data.vaultPort],
    resourceLimits: { maxYoungGenerationSizeMb },
  });
}
