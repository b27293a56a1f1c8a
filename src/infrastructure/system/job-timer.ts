import type { ThreadTime } from './thread-time.js';

/** So many times its timeout a job may wait for a processor. */
const patience = 10;
/** Where hardly anything of the timeout is left. */
const leastWaitMs = 10;

/** What is measured: a monotonic clock, and the thread that does the job. */
export interface JobClock {
  readonly now: () => number;
  readonly threadTime: ThreadTime;
}

export interface JobTimer {
  /** Milliseconds of processor that the job has used. */
  usedMs(): number;
  stop(): void;
}

/**
 * Calls `onTimeout` once the job of a thread has used `timeoutMs` of processor: a busy machine makes no honest job
 * fail. At the latest it calls it after {@link patience} times as long.
 */
export function timeJob({ now, threadTime }: JobClock, timeoutMs: number, onTimeout: () => void): JobTimer {
  const startedMs = now();
  const usedBeforeMs = threadTime();
  let timer = setTimeout(check, timeoutMs);
  function usedMs(): number {
    return Math.min(threadTime() - usedBeforeMs, now() - startedMs);
  }
  function check(): void {
    const leftMs = Math.min(timeoutMs - usedMs(), patience * timeoutMs - (now() - startedMs));
    if (leftMs <= 0) onTimeout();
    else timer = setTimeout(check, Math.max(leftMs, leastWaitMs));
  }
  return { usedMs, stop: () => clearTimeout(timer) };
}
