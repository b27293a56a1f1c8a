import { constants, getPriority, setPriority } from 'node:os';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { givenOrNothing } from '../config/given.js';
import { measured, tellThreadId, type ThreadTime } from './thread-time.js';

/** New objects: three parts, of which objects that live on fill one. */
const maxYoungGenerationMb = 16;

/**
 * `--max-semi-space-size` gives the main thread room for new objects, `--max-old-space-size` limits the others. Each
 * thread would have the same, whatever its own limits say: V8 reads both again for each of them. To be called before
 * the first thread starts.
 */
export function keepRoomToMainThread(): void {
  setFlagsFromString('--max-semi-space-size=0');
  setFlagsFromString('--max-old-space-size=0');
}

/**
 * Limits of a thread without one of its own: what the main thread may hold, where an option limits it. Otherwise it
 * would go by the memory of the machine, of which MEMORY_MEGABYTES may be a small part. A thread that meets it ends,
 * and the process with it: what was answered is on disk.
 */
export function limitsOfMainThread(): ResourceLimits {
  const options = [...process.execArgv, givenOrNothing().environment['NODE_OPTIONS'] ?? ''];
  if (!options.some((option) => /--max[-_]old[-_]space[-_]size/.test(option))) return {};
  return { maxOldGenerationSizeMb: Math.floor(getHeapStatistics().heap_size_limit / (1024 * 1024)) };
}

export interface ModestWorkerOptions {
  /** Beyond it the thread ends with an error. */
  readonly maxHeapMb: number;
  readonly workerData?: unknown;
}

export interface ModestWorker extends Worker {
  readonly threadTime: ThreadTime;
}

/** A thread for work on what strangers wrote: with a limited heap. Its file calls {@link giveWay}. */
export function startModestWorker(file: URL, { maxHeapMb, workerData }: ModestWorkerOptions): ModestWorker {
  const [worker, threadTime] = measured(
    () =>
      new Worker(file, {
        workerData,
        resourceLimits: { maxOldGenerationSizeMb: maxHeapMb, maxYoungGenerationSizeMb: maxYoungGenerationMb },
      }),
  );
  return Object.assign(worker, { threadTime });
}

/** Where there are not enough cores, the thread that calls it waits, and not the one that answers requests. */
export function giveWay(): void {
  tellThreadId();
  lowerBy(constants.priority.PRIORITY_BELOW_NORMAL);
}

/**
 * A third of the weight: what follows the log goes on beside requests without end, and a request does not wait for it.
 */
const behindRequests = 5;

/** For threads whose work no request waits for: where there are not enough cores, accepting comes first. */
export function comeAfterRequests(): void {
  lowerBy(behindRequests);
}

/** Behind the other threads, whatever priority an operator gave to all of them. */
function lowerBy(steps: number): void {
  // On Linux this is about the thread that asks; elsewhere it would be the whole process.
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(constants.priority.PRIORITY_LOW, getPriority(0) + steps));
  } catch {
    // A sandbox may forbid it (SystemCallFilter of systemd): the thread runs as the others do.
  }
}
