import type { StoredEvent } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { readTailFigures } from '../../../src/infrastructure/event-store/tail-figures.js';

const at = (minute: number): string => `2026-03-02T10:${String(minute).padStart(2, '0')}:00.000Z`;
const positionOf = (minute: number): Position => `p${String(minute).padStart(4, '0')}` as Position;

function eventOf(minute: number, stream: StoredEvent['stream'], type: string): StoredEvent {
  const metadata = JSON.stringify({ time: at(minute) });
  return { stream, type, revision: 0, position: positionOf(minute), id: `event-${minute}`, data: '{}', metadata };
}

const first = streamName('erasure', 'first');
const second = streamName('erasure', 'second');
const log = [
  eventOf(1, streamName('team', 'one'), 'TeamCreated'),
  eventOf(2, first, 'ErasureRequested'),
  eventOf(3, second, 'ErasureRequested'),
  eventOf(4, first, 'ErasureCompleted'),
  eventOf(5, streamName('email', 'one'), 'EmailAccepted'),
];

/** A log of these events, read as the port says. */
const store = {
  head: async () => log.at(-1)?.position,
  readBack: async (from: Position, limit: number) =>
    log
      .filter(({ position }) => position <= from)
      .toReversed()
      .slice(0, limit),
};

describe('figures over the newest events', () => {
  it('know everything of a log that is short', async () => {
    const figures = await readTailFigures(store, 100);
    expect(figures.count()).toBe(5);
    expect(figures.countAfter(positionOf(2), ['erasure'])).toBe(2);
    expect(figures.firstAfter(positionOf(2), ['erasure', 'email'])).toMatchObject({ stream: second, at: at(3) });
    expect(figures.firstAfter(undefined, ['erasure'], ['ErasureCompleted'])).toMatchObject({ position: positionOf(4) });
    expect(figures.lastBefore(at(4))).toMatchObject({ position: positionOf(3) });
    expect(figures.lastOf('erasure')).toMatchObject({ position: positionOf(4) });
    expect(figures.ofType('ErasureRequested', 'erasure', undefined)).toEqual({ events: 2, newestAt: at(3) });
    expect(figures.streamsOf('erasure')).toEqual([first, second]);
    expect(figures.openStreams('erasure', 'ErasureRequested', 'ErasureCompleted')).toMatchObject([{ stream: second }]);
  });

  it('say that a longer log was not counted', async () => {
    const figures = await readTailFigures(store, 3);
    expect(figures.count()).toBeNull();
    expect(figures.newest(10).map(({ position }) => position)).toEqual([5, 4, 3].map(positionOf));
    expect(figures.lastBefore(at(3))).toBeUndefined();
  });

  it('are of nothing where the log is empty', async () => {
    const empty = { head: async () => undefined, readBack: async () => [] };
    expect((await readTailFigures(empty, 3)).count()).toBe(0);
  });
});
