import { resolve } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';

/** Another process's commits are not announced here: readers also look by themselves this often. */
const pollIntervalMs = 250;

/** On which a log's writer thread posts after each commit, to every thread of the process. */
export function commitChannelName(path: string): string {
  return `posthorn-event-log:${resolve(path)}`;
}

/** The writer's side. */
export function announceCommits(path: string): () => void {
  const channel = new BroadcastChannel(commitChannelName(path));
  // The thread lives as long as its port does, not as long as there may be listeners.
  channel.unref();
  return () => channel.postMessage(null);
}

/** The readers' side, one per instance. Keeps no process alive. */
export interface CommitSignal {
  /** Resolves when something may have been committed, when `signal` aborts, or at `close`; never rejects. */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
}

export function listenForCommits(path: string): CommitSignal {
  const waiting = new Set<() => void>();
  const wakeAll = (): void => {
    for (const wake of waiting) wake();
  };
  const channel = new BroadcastChannel(commitChannelName(path));
  channel.onmessage = wakeAll;
  channel.unref();
  return {
    next: (signal) =>
      new Promise((done) => {
        const timer = setTimeout(() => wake(), pollIntervalMs).unref();
        const wake = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', wake);
          waiting.delete(wake);
          done();
        };
        signal.addEventListener('abort', wake);
        waiting.add(wake);
      }),
    close() {
      channel.close();
      wakeAll();
    },
  };
}
