import { randomUUID } from 'node:crypto';
import { LogTail } from '../../../src/application/webhook/log-tail.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { MemoryEventStore } from '../../support/memory-event-store.js';

const megabyte = 1_000_000;

describe('the end of the log that endpoints share', () => {
  it('keeps so much of large events, and has the rest read again', async () => {
    const store = new MemoryEventStore();
    const append = async (data: string): Promise<Position> => {
      const event = { id: randomUUID(), type: 'EmailAccepted', data, metadata: '{}' };
      const stream = streamName('email', randomUUID());
      const appended = await store.append([{ stream, expected: 'no-stream', events: [event] }]);
      if (appended.result !== 'written') throw new Error(appended.result);
      return appended.position;
    };
    const positions = [await append('{}')];
    const tail = new LogTail(store);
    const end = new AbortController();
    const following = tail.follow(positions[0], end.signal, () => undefined);
    for (let count = 0; count < 20; count += 1) positions.push(await append(`"${'x'.repeat(megabyte)}"`));
    await tail.changed(positions.at(-2), end.signal);

    let reads = 0;
    const readAll = store.readAll.bind(store);
    store.readAll = (asked) => {
      reads += 1;
      return readAll(asked);
    };
    const after = async (index: number) => (await tail.after(positions[index])).events.length;
    expect([await after(15), reads]).toEqual([5, 0]);
    expect([await after(0), reads]).toEqual([20, 1]);
    end.abort();
    await following;
  });
});
