import type { StoredEvent } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { type Category, streamName } from '../../../src/domain/shared/stream-name.js';
import { EventRing } from '../../../src/infrastructure/event-store/event-ring.js';

const at = (number: number): Position => String(number).padStart(20, '0') as Position;
const wide = { characters: 1_000_000, events: 1_000 };

function event(number: number, category: Category = 'email', characters = 1): StoredEvent {
  const stream = streamName(category, String(number));
  return {
    stream,
    revision: 0,
    position: at(number),
    id: at(number),
    type: 'T',
    data: 'x'.repeat(characters),
    metadata: '',
  };
}

const numbersOf = (events: readonly StoredEvent[]): number[] => events.map(({ position }) => Number(position));

describe('the newest events', () => {
  it('are given by pages, behind a position, as the filter lets through', () => {
    const ring = new EventRing(at(10), wide);
    ring.add([event(11), event(12, 'team'), event(13), event(14)], at(15));
    const first = ring.pageBehind(at(10), 2, { categories: ['email'] });
    expect(numbersOf(first.events)).toEqual([11, 13]);
    expect(first).toMatchObject({ position: at(13), isLast: false });
    const second = ring.pageBehind(at(13), 2, { categories: ['email'] });
    expect(numbersOf(second.events)).toEqual([14]);
    expect(second).toMatchObject({ position: at(15), isLast: true });
    expect(ring.pageBehind(at(14), 2, { types: ['Other'] })).toEqual({ events: [], position: at(15), isLast: true });
  });

  it('never move a reader back that is ahead of them', () => {
    const ring = new EventRing(at(10), wide);
    expect(ring.pageBehind(at(20), 2, {})).toEqual({ events: [], position: at(20), isLast: true });
  });

  it('begin behind their start: who lies before it has to read elsewhere', () => {
    const ring = new EventRing(at(10), wide);
    expect([undefined, at(9), at(10), at(11)].map((after) => ring.holds(after))).toEqual([false, false, true, true]);
    expect(new EventRing(undefined, wide).holds(undefined)).toBe(true);
  });

  it.each([
    ['so many', { characters: 1_000_000, events: 10 }, 1],
    ['so much text', { characters: 1_000, events: 1_000 }, 100],
  ])('are no more than %s: the oldest go, in one go', (_, bounds, characters) => {
    const ring = new EventRing(undefined, bounds);
    for (let number = 1; number <= 11; number += 1) ring.add([event(number, 'email', characters)], at(number));
    expect(ring.holds(at(5))).toBe(false);
    expect(ring.holds(at(6))).toBe(true);
    expect(numbersOf(ring.pageBehind(at(6), 100, {}).events)).toEqual([7, 8, 9, 10, 11]);
    expect(ring.end).toBe(at(11));
  });

  it('are none where a single one does not fit', () => {
    const ring = new EventRing(undefined, { characters: 10, events: 10 });
    ring.add([event(1, 'email', 100)], at(1));
    expect(ring.holds(undefined)).toBe(false);
    expect(ring.holds(at(1))).toBe(true);
  });
});
