/** Resolves after so many milliseconds, or at once when the signal aborts. */
export function delay(delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, delayMs);
    signal?.addEventListener('abort', done);
  });
}

/** Works that wait for a turn, of all requests and tasks of this thread. */
const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop: what else waits comes first. In each turn one of those who wait goes on,
 * in their order: a hundred works that take some milliseconds each would otherwise hold up everybody for all of them.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(letOneGoOn);
  });
}

function letOneGoOn(): void {
  const goOn = waiting.shift();
  if (waiting.length > 0) setImmediate(letOneGoOn);
  goOn?.();
}

/** Resolves when the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
