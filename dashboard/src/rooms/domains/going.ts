import { useSyncExternalStore } from 'react';

/* Domains that are on their way out while it can still be undone: out of the list, wherever the person went. */

let going: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function change(next: ReadonlySet<string>): void {
  going = next;
  for (const notify of listeners) notify();
}

export const markGoing = (id: string): void => change(new Set([...going, id]));
export const markStaying = (id: string): void => change(new Set([...going].filter((each) => each !== id)));

export function useGoing(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => going,
  );
}
