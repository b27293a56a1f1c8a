import { useSyncExternalStore } from 'react';

/**
 * The key that this browser was given, kept in localStorage so that it is asked for once and every tab has it. It
 * travels in the Authorization header only and never in a URL, which histories and logs would keep.
 */
const storageName = 'posthorn.api-key';

const listeners = new Set<() => void>();
let current = read();

window.addEventListener('storage', (event) => {
  // `key` is null when the whole storage was cleared.
  if (event.key === storageName || event.key === null) announce(read());
});

export function useApiKey(): string | null {
  return useSyncExternalStore(subscribe, () => current);
}

export function keepApiKey(key: string): void {
  try {
    localStorage.setItem(storageName, key);
  } catch {
    // Storage is switched off or full: the key lasts as long as this page.
  }
  announce(key);
}

export function forgetApiKey(): void {
  try {
    localStorage.removeItem(storageName);
  } catch {
    // Storage is switched off, so nothing was kept.
  }
  announce(null);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(key: string | null): void {
  current = key;
  for (const listener of listeners) listener();
}

function read(): string | null {
  try {
    return localStorage.getItem(storageName);
  } catch {
    return null;
  }
}
