import type { AllPage, EventFilter, StoredEvent } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { type Category, categoryOf, streamName } from '../../../src/domain/shared/stream-name.js';
import { SharedTail } from '../../../src/infrastructure/event-store/sqlite/shared-tail.js';
import fc from '../../support/properties.js';

const shared: readonly Category[] = ['email', 'usage'];
const every: readonly Category[] = [...shared, 'domain'];

/** A log in memory that counts how often it is read. */
function createLog() {
  const log: StoredEvent[] = [];
  let reads = 0;
  return {
    log,
    reads: () => reads,
    add(category: Category, characters = 1) {
      const position = String(log.length + 1).padStart(20, '0') as Position;
      const stream = streamName(category, String(log.length));
      log.push({ stream, revision: 0, position, id: position, type: 'T', data: 'x'.repeat(characters), metadata: '' });
    },
    readPage(after: Position | undefined, limit: number, filter: EventFilter | undefined): AllPage {
      reads += 1;
      const head = log.at(-1)?.position ?? after;
      const events = log
        .filter(({ position, stream }) => position > (after ?? '') && wants(filter, categoryOf(stream)))
        .slice(0, limit);
      const position = events.length < limit ? head : events.at(-1)?.position;
      return { events, position, atEnd: position === head };
    },
  };
}

const wants = (filter: EventFilter | undefined, category: Category): boolean =>
  filter?.categories?.includes(category) ?? true;

describe('the shared end of the log', () => {
  it('gives every follower each of its events once and in order, whatever it wants and however far it lies behind', () => {
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({ add: fc.constantFrom(...every), characters: fc.constantFrom(1, 3_000_000) }),
      },
      { weight: 4, arbitrary: fc.record({ follower: fc.nat({ max: 3 }), limit: fc.integer({ min: 1, max: 4 }) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { log, add, readPage } = createLog();
        const tail = new SharedTail({ readPage }, shared);
        const followers = [shared, ['email'], ['usage'], every].map((categories) => ({
          filter: { categories: categories as Category[] },
          seen: [] as Position[],
          at: undefined as Position | undefined,
        }));
        const read = (follower: (typeof followers)[number], limit: number): boolean => {
          const page = tail.readPage(follower.at, limit, follower.filter);
          follower.seen.push(...page.events.map(({ position }) => position));
          expect(page.events.length).toBeLessThanOrEqual(limit);
          expect((page.position ?? '') >= (follower.at ?? '')).toBe(true);
          follower.at = page.position;
          return page.atEnd;
        };
        for (const one of steps) {
          if ('add' in one) add(one.add, one.characters);
          else read(followers[one.follower] ?? followers[0]!, one.limit);
        }
        for (const follower of followers) {
          while (!read(follower, 3) || follower.at !== log.at(-1)?.position) continue;
          const wanted = log.filter(({ stream }) => wants(follower.filter, categoryOf(stream)));
          expect(follower.seen).toEqual(wanted.map(({ position }) => position));
        }
      }),
    );
  });

  it('reads once for all who follow, and hands out the same objects', () => {
    const { add, readPage, reads } = createLog();
    const tail = new SharedTail({ readPage }, shared);
    for (let count = 0; count < 10; count += 1) add('email');
    const pages = [1, 2, 3].map(() => tail.readPage(undefined, 500, { categories: ['email'], types: ['T'] }));
    expect(reads()).toBe(1);
    expect(pages[0]?.events).toHaveLength(10);
    expect(pages[2]?.events[9]).toBe(pages[0]?.events[9]);
  });

  it('leaves those alone who want what it does not read', () => {
    const { add, readPage } = createLog();
    add('domain');
    const tail = new SharedTail({ readPage }, shared);
    tail.readPage(undefined, 500, { categories: ['email'] });
    expect(tail.readPage(undefined, 500, { categories: ['domain'] }).events).toHaveLength(1);
    expect(tail.readPage(undefined, 500, undefined).events).toHaveLength(1);
  });

  it('hands out only the types that were asked for', () => {
    const { add, readPage } = createLog();
    add('email');
    const tail = new SharedTail({ readPage }, shared);
    expect(tail.readPage(undefined, 500, { categories: ['email'], types: ['Other'] })).toMatchObject({
      events: [],
      atEnd: true,
    });
  });
});
