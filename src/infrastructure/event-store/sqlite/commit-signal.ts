import { resolve } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import type { AppendedRows } from './recent-appends.js';

/** Another process's commits are not announced here: readers also look by themselves this often. */
const pollIntervalMs = 250;

/** On which a log's writer thread posts after each commit, to every thread of the process. */
export function commitChannelName(path: string): string {
  return `posthorn-event-log:${resolve(path)}`;
}

/** The writer's side: says of each commit what it appended, null where that was nothing. */
export function announceCommits(path: string): (appended: AppendedRows | null) => void {
  const channel = new BroadcastChannel(commitChannelName(path));
  // The thread lives as long as its port does, not as long as there may be listeners.
  channel.unref();
  return (appended) => channel.postMessage(appended);
}

/** The readers' side, one per instance. Keeps no process alive. */
export interface CommitSignal {
  /** Resolves when something may have been committed, when `signal` aborts, or at `close`; never rejects. */
  next(signal: AbortSignal): Promise<void>;
  close(): void;
}

/** `onAppended`: before anyone wakes. */
export function listenForCommits(path: string, onAppended: (appended: AppendedRows) => void): CommitSignal {
  const waiting = new Set<() => void>();
  const wakeAll = (): void => {
    for (const wake of waiting) wake();
  };
  const channel = new BroadcastChannel(commitChannelName(path));
  channel.onmessage = (message) => {
    // The writer's side posts nothing else.
    const { data } = message as { readonly data: AppendedRows | null };
    if (data !== null) onAppended(data);
    wakeAll();
  };
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
