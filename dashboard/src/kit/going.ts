import { useSyncExternalStore } from 'react';

/*
 * What is being deleted, by id, while that can still be undone: out of its list from the first moment, whichever room
 * asked for it.
 */

let going: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function set(next: ReadonlySet<string>): void {
  going = next;
  for (const notify of listeners) notify();
}

export const beginGoing = (id: string): void => set(new Set([...going, id]));
export const endGoing = (id: string): void => set(new Set([...going].filter((each) => each !== id)));

export function useGoing(): ReadonlySet<string> {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => going,
  );
}
