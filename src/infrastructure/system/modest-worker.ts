import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';

/** New objects; the process may be started with far more for its main thread, and a thread would have as much. */
const maxYoungGenerationMb = 16;

export interface ModestWorkerOptions {
  /** Beyond it the thread ends with an error. */
  readonly maxHeapMb: number;
  readonly workerData?: unknown;
}

/** A thread for work on what strangers wrote: with a limited heap. Its file calls {@link giveWay}. */
export function startModestWorker(file: URL, { maxHeapMb, workerData }: ModestWorkerOptions): Worker {
  return new Worker(file, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungGenerationMb },
  });
}

/** Where there are not enough cores, the thread that calls it waits, and not the one that answers requests. */
export function giveWay(): void {
  // On Linux this is about the thread that asks; elsewhere it would be the whole process.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
}
