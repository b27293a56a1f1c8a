import type { AllPage, EventFilter, StoredEvent } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { type Category, streamName } from '../../../src/domain/shared/stream-name.js';
import { matches } from '../../../src/infrastructure/event-store/event-ring.js';
import { positionOf } from '../../../src/infrastructure/event-store/sqlite/event-log-position.js';
import { Appended, RecentAppends } from '../../../src/infrastructure/event-store/sqlite/recent-appends.js';
import fc from '../../support/properties.js';

/** A log in memory, whose commits are announced when the test says so. */
function createLog() {
  const log: StoredEvent[] = [];
  let reads = 0;
  let ms = 0;
  const readPage = (after: Position | undefined, limit: number, filter: EventFilter | undefined): AllPage => {
    reads += 1;
    const head = log.at(-1)?.position ?? after;
    const events = log.filter((event) => event.position > (after ?? '') && matches(event, filter)).slice(0, limit);
    const position = events.length < limit ? head : events.at(-1)?.position;
    return { events, position, atEnd: position === head };
  };
  const recent = new RecentAppends({ readPage }, () => ms);
  return {
    log,
    recent,
    reads: () => reads,
    wait(passed: number) {
      ms += passed;
    },
    /** Answers how to announce it, which another process cannot. */
    commit(...kinds: readonly (readonly [Category, string])[]) {
      const appended = new Appended();
      for (const [category, type] of kinds) {
        const row = log.length + 1;
        const position = positionOf(row);
        const stream = streamName(category, String(row));
        log.push({ stream, revision: 0, position, id: position, type, data: '', metadata: '' });
        appended.add({ first: row, last: row, kinds: [[category, type]] });
      }
      const rows = appended.take();
      return () => (rows === null ? undefined : recent.note(rows));
    },
  };
}

const emails: EventFilter = { categories: ['email'] };
const webhooks: EventFilter = { categories: ['webhook'] };
const bounces: EventFilter = { categories: ['email'], types: ['EmailBounced'] };

describe('what is known of recent appends', () => {
  it('leaves the file alone for followers that no new event concerns, and takes them along', () => {
    const { recent, commit, reads } = createLog();
    commit(['email', 'EmailAccepted'], ['email', 'EmailDelivered'])();
    for (const filter of [webhooks, bounces]) {
      expect(recent.readPage(undefined, 10, filter)).toEqual({ events: [], position: positionOf(2), atEnd: true });
    }
    expect(reads()).toBe(0);
    expect(recent.readPage(undefined, 10, emails).events).toHaveLength(2);
    expect(recent.readPage(undefined, 10, undefined).events).toHaveLength(2);
  });

  it('knows nothing of what lies before the first announcement, or between two', () => {
    const { recent, commit } = createLog();
    commit(['webhook', 'WebhookCreated']);
    commit(['email', 'EmailAccepted'])();
    expect(recent.readPage(undefined, 10, webhooks).events).toHaveLength(1);
    commit(['webhook', 'WebhookCreated']);
    commit(['email', 'EmailAccepted'])();
    expect(recent.readPage(positionOf(2), 10, webhooks).events).toHaveLength(1);
  });

  it('looks for commits of other processes four times a second, for all followers together', () => {
    const { recent, commit, reads, wait } = createLog();
    commit(['email', 'EmailAccepted'])();
    const end = positionOf(1);
    for (let look = 0; look < 3; look += 1) recent.readPage(end, 10, emails);
    recent.readPage(end, 10, webhooks);
    expect(reads()).toBe(1);
    commit(['email', 'EmailAccepted']);
    wait(250);
    for (const filter of [webhooks, emails, webhooks]) {
      expect(recent.readPage(end, 10, filter).position).toBe(positionOf(2));
    }
  });

  it('gives every follower each of its events once and in order, whoever wrote it and whenever that is announced', () => {
    const filters = [emails, webhooks, bounces, undefined];
    const kinds = [
      ['email', 'EmailAccepted'],
      ['email', 'EmailBounced'],
      ['webhook', 'WebhookCreated'],
      ['domain', 'DomainCreated'],
    ] as const;
    const step = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kinds: fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 3 }),
          ours: fc.boolean(),
        }),
      },
      { weight: 3, arbitrary: fc.constant('announce' as const) },
      { weight: 1, arbitrary: fc.constant('wait' as const) },
      { weight: 4, arbitrary: fc.record({ follower: fc.nat({ max: 3 }), limit: fc.integer({ min: 1, max: 4 }) }) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { log, recent, commit, wait } = createLog();
        const inFlight: (() => void)[] = [];
        const followers = filters.map((filter) => ({
          filter,
          seen: [] as Position[],
          at: undefined as Position | undefined,
        }));
        const read = (follower: (typeof followers)[number], limit: number): void => {
          const page = recent.readPage(follower.at, limit, follower.filter);
          follower.seen.push(...page.events.map(({ position }) => position));
          expect((page.position ?? '') >= (follower.at ?? '')).toBe(true);
          follower.at = page.position;
        };
        for (const one of steps) {
          if (one === 'announce') inFlight.shift()?.();
          else if (one === 'wait') wait(250);
          else if ('follower' in one) read(followers[one.follower]!, one.limit);
          else {
            const announce = commit(...one.kinds);
            if (one.ours) inFlight.push(announce);
          }
        }
        for (const announce of inFlight) announce();
        for (const follower of followers) {
          for (let look = 0; follower.at !== log.at(-1)?.position; look += 1) {
            wait(250);
            read(follower, 3);
            expect(look).toBeLessThan(200);
          }
          const wanted = log.filter((event) => matches(event, follower.filter));
          expect(follower.seen).toEqual(wanted.map(({ position }) => position));
        }
      }),
    );
  });
});
