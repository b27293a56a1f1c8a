import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Milliseconds of processor that a thread has used since its start; more where the system tells the process's only. */
export type ThreadTime = () => number;

/** Where a thread leaves its id: memory that it shares with the one that started it. */
const place = 'posthorn:thread-id';
/** In the place of an id: the system does not tell what this thread uses. */
const untold = -1;

/** What `start` starts, and how much processor that uses once its file has called {@link tellThreadId}. */
export function measured<Started>(start: () => Started): readonly [Started, ThreadTime] {
  const threadId = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  // A thread gets a copy of the environment data as they are when it starts.
  setEnvironmentData(place, threadId);
  try {
    return [start(), threadTime(() => Atomics.load(threadId, 0))];
  } finally {
    setEnvironmentData(place, undefined);
  }
}

/** To be called by the thread that is measured. */
export function tellThreadId(): void {
  const threadId = getEnvironmentData(place);
  if (threadId instanceof Int32Array) Atomics.store(threadId, 0, ownThreadId());
}

function ownThreadId(): number {
  if (process.platform !== 'linux' || !existsSync('/proc/thread-self/schedstat')) return untold;
  // `<process>/task/<thread>`
  return Number(/\d+$/.exec(readlinkSync('/proc/thread-self'))?.[0] ?? untold);
}

function threadTime(threadId: () => number): ThreadTime {
  let usedMs = 0;
  return () => {
    const id = threadId();
    if (id === untold) usedMs = processMs();
    // Before its file has begun, nothing is known of it.
    else if (id !== 0) usedMs = threadMs(id) ?? usedMs;
    return usedMs;
  };
}

/** @returns undefined once the thread has ended. */
function threadMs(id: number): number | undefined {
  try {
    // The kernel's sched-stats.rst: nanoseconds on a processor, nanoseconds waited for one, and how often.
    return Number.parseInt(readFileSync(`/proc/self/task/${id}/schedstat`, 'latin1'), 10) / 1e6;
  } catch {
    return undefined;
  }
}

function processMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
