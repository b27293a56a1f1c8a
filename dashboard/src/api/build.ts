import { useSyncExternalStore } from 'react';

/*
 * Which build of this page the server serves: each answer names its first script. A page that was loaded before the
 * server was replaced finds another name than its own.
 */

const listeners = new Set<() => void>();
let isOlder = false;

const own = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;

/** `served` null: the server does not say, or the answer is somebody else's. */
export function noteBuild(served: string | null): void {
  // Pages of the development server have no build.
  if (served === null || own === null || !own.startsWith('/dashboard/assets/') || (served !== own) === isOlder) return;
  isOlder = served !== own;
  for (const notify of listeners) notify();
}

export const isOlderThanServer = (): boolean => isOlder;

export function useOlderThanServer(): boolean {
  return useSyncExternalStore(subscribe, isOlderThanServer);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
