import { PassedEvents } from '../../../src/application/shared/passed-events.js';
import type { EventHead, HeadsPage } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';

/** Positions of four digits, which is how they compare. */
const at = (number: number): Position => String(number).padStart(4, '0') as Position;

/** A log of so many events, each of a stream of its own. */
class Heads {
  reads = 0;

  constructor(private readonly count: number) {}

  async readHeads({ after, limit }: { readonly after?: Position; readonly limit: number }): Promise<HeadsPage> {
    this.reads += 1;
    const start = Number(after ?? 0);
    const end = Math.min(this.count, start + limit);
    const heads = Array.from({ length: end - start }, (_, index): EventHead => headAt(start + index + 1));
    return { heads, position: at(end), atEnd: end === this.count };
  }
}

function headAt(number: number): EventHead {
  const stream = streamName('domain', String(number));
  return { stream, position: at(number), revision: 0, id: String(number), type: 'DomainAdded', digest: '' };
}

describe('events that a process manager has passed', () => {
  it('are far from a thousand on', async () => {
    const store = new Heads(2_000);
    await expect(new PassedEvents(store, at(500)).isFar(at(1_499))).resolves.toBe(false);
    await expect(new PassedEvents(store, at(500)).isFar(at(1_500))).resolves.toBe(true);
  });

  it('are read once for all who ask at the same time, where the stretch is the same or longer', async () => {
    const store = new Heads(2_000);
    const begun = [at(300), at(300), at(200), undefined].map((from) => new PassedEvents(store, from));
    const answers = await Promise.all(begun.map((passed) => passed.isFar(at(1_900))));
    expect([answers, store.reads]).toEqual([[true, true, true, true], 2]);
  });

  it.each([
    ['began later', at(600), at(1_500)],
    ['has not come as far', undefined, at(999)],
    ['has begun anew', at(1_100), at(1_900)],
  ])('are read by one who %s', async (_, from, position) => {
    const store = new Heads(2_000);
    await new PassedEvents(store, at(300)).isFar(at(1_900));
    store.reads = 0;
    const passed = new PassedEvents(store, undefined);
    if (from !== undefined) passed.restart(from);
    await expect(passed.isFar(position)).resolves.toBe(false);
    expect(store.reads).toBeGreaterThan(0);
  });
});
