import type { EventStore, StreamAppend } from '../../src/application/ports/event-store.js';
import { followLog } from '../../src/application/shared/follow-log.js';
import { newStream, write } from '../contracts/event-store/writes.js';
import { eventually, waitFor } from './wait-for.js';

const opening = (): StreamAppend => write(newStream(), 'no-stream', 'Opened');

/** As a caller does: the same ids and the same revision, until the result is known. */
export const untilWritten = (to: EventStore, each: StreamAppend) =>
  waitFor(
    () => to.append([each]),
    ({ result }) => result !== 'unknown',
  );

/** Callers that append one after the other until told to stop, and what they have appended. */
export function appendSteadily(to: EventStore, callers = 10) {
  const written: StreamAppend[] = [];
  let going = true;
  let lastAtMs = performance.now();
  const work = Array.from({ length: callers }, async () => {
    while (going) {
      const each = opening();
      expect(await untilWritten(to, each)).toMatchObject({ result: 'written', revision: 0 });
      written.push(each);
      lastAtMs = performance.now();
    }
  });
  return {
    /** How long after this moment something began to be acknowledged. */
    async nextAfter(momentMs: number): Promise<number> {
      await eventually(() => lastAtMs > momentMs, { longestPauseMs: 10 });
      return lastAtMs - momentMs;
    },
    count: () => written.length,
    async stop(): Promise<readonly StreamAppend[]> {
      going = false;
      await Promise.all(work);
      return written;
    },
  };
}

/** As a process does: a subscription that ends is taken up again. */
export function followAll(store: EventStore) {
  const seen: string[] = [];
  const controller = new AbortController();
  const done = followLog(store, {
    filter: {},
    after: undefined,
    signal: controller.signal,
    onPage: ({ events }) => void seen.push(...events.map(({ stream }) => stream)),
    onFailure: () => undefined,
  });
  return {
    /** Resolves when it has seen each of them, and nothing twice. */
    async has(written: readonly StreamAppend[]): Promise<void> {
      await eventually(() => seen.length >= written.length);
      controller.abort();
      await done;
      expect([...seen].sort()).toEqual(written.map(({ stream }) => stream).sort());
    },
  };
}

export async function expectEachOnce(store: EventStore, written: readonly StreamAppend[]): Promise<void> {
  for (const { stream } of written)
    expect((await store.readStream(stream)).map(({ type }) => type)).toEqual(['Opened']);
}

export const passes = (ms: number): Promise<unknown> => {
  const untilMs = performance.now() + ms;
  return eventually(() => performance.now() >= untilMs);
};
