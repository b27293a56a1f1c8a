import { useSyncExternalStore } from 'react';

/**
 * How the page reaches its server. `offline`: the browser has no network. `unreachable`: the last request got no
 * answer. `signed-out`: the session ended while something was typed, which would be lost on the way to the sign-in.
 */
export type Connection = 'open' | 'offline' | 'unreachable' | 'signed-out';

const listeners = new Set<() => void>();
let connection: Connection = 'open';

const connectionNow = (): Connection => connection;

export function noteConnection(next: Connection): void {
  if (next === connection) return;
  connection = next;
  for (const notify of listeners) notify();
}

/** Any answer at all. Who was signed out stays so until there is a session again. */
export function noteAnswer(): void {
  if (connection !== 'signed-out') noteConnection('open');
}

export function noteSilence(): void {
  noteConnection(navigator.onLine ? 'unreachable' : 'offline');
}

/** The browser says at once that its network is gone, long before a request fails. */
export function watchNetwork(): void {
  window.addEventListener('offline', noteSilence);
  window.addEventListener('online', () => {
    if (connection === 'offline') noteConnection('unreachable');
  });
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, connectionNow);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
