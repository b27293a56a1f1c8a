import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { AllPage, EventFilter } from '../../../src/application/ports/event-store.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import type { RingBounds } from '../../../src/infrastructure/event-store/event-ring.js';
import { followLive } from '../../../src/infrastructure/event-store/eventstoredb/follow-live.js';
import { SharedSubscription } from '../../../src/infrastructure/event-store/eventstoredb/shared-subscription.js';
import { TailInUse } from '../../../src/infrastructure/event-store/eventstoredb/tail-in-use.js';
import fc from '../../support/properties.js';
import { eventually } from '../../support/wait-for.js';
import { createLogInMemory, type LogInMemory } from './log-in-memory.js';

const wide: RingBounds = { characters: 1_000_000, events: 1_000 };
const quick = { lookAgainMs: 20, silenceMs: 60_000, passOverMs: 20 };

/** A process: its tail, and who follows. */
function createProcess(server: LogInMemory, kept = wide, timings: Partial<typeof quick> = {}) {
  let drops = 0;
  const { lookAgainMs, silenceMs, passOverMs } = { ...quick, ...timings };
  const onDropped = (): void => void (drops += 1);
  const open = async (): Promise<SharedSubscription> =>
    new SharedSubscription(await server.reads.head(), {
      openFeed: (after) => server.openFeed(after),
      recentHead: () => server.reads.head(),
      kept,
      lookAgainMs,
      silenceMs,
      passOverMs,
      onDropped,
    });
  const tails = new TailInUse(open);
  return {
    tails,
    drops: () => drops,
    follow(options: { after?: Position; filter?: EventFilter; pageSize?: number; work?: () => Promise<unknown> } = {}) {
      const { filter = {}, pageSize = 100, work = nextTurn } = options;
      const controller = new AbortController();
      const pages: AllPage[] = [];
      const consume = async (): Promise<void> => {
        const { signal } = controller;
        const { after } = options;
        for await (const page of followLive({
          tails,
          openFeed: (from) => server.openFeed(from, filter),
          reads: server.reads,
          recentHead: () => server.reads.head(),
          after,
          filter,
          pageSize,
          signal,
          lookAheadMs: passOverMs,
          silenceMs,
          onDropped,
        })) {
          pages.push(page);
          await work();
        }
      };
      const ended = consume();
      ended.catch(() => undefined);
      return {
        pages,
        ended,
        seen: () => pages.flatMap(({ events }) => events),
        position: () => pages.at(-1)?.position,
        async stop() {
          controller.abort();
          await ended;
        },
      };
    },
  };
}

describe('followers of one log', () => {
  let server: LogInMemory;
  beforeEach(() => {
    server = createLogInMemory();
  });

  it('share one feed and the same objects; it closes behind the last', async () => {
    const { follow } = createProcess(server);
    const followers = [follow(), follow({ filter: { categories: ['email'] } })];
    await eventually(() => server.feeds.size === 1);
    const event = server.append('email');
    await eventually(() => followers.every((each) => each.seen().length === 1));
    expect(followers.map((each) => each.seen()[0])).toEqual([event, event]);
    expect(followers[1]?.seen()[0]).toBe(followers[0]?.seen()[0]);
    await followers[0]?.stop();
    expect(server.feeds.size).toBe(1);
    await followers[1]?.stop();
    await eventually(() => server.feeds.size === 0);
    expect(server.opened()).toBe(1);
    const later = follow(event === undefined ? {} : { after: event.position });
    server.append('email');
    await eventually(() => later.seen().length === 1);
    await later.stop();
  });

  it('read for themselves what lies further back, and go over without a gap or a repeat', async () => {
    for (let count = 0; count < 50; count += 1) server.append();
    const { follow } = createProcess(server);
    const follower = follow({ pageSize: 7 });
    await eventually(() => follower.seen().length === 50);
    await eventually(() => server.feeds.size === 1);
    server.append();
    await eventually(() => follower.seen().length === 51);
    await follower.stop();
    expect(follower.seen()).toEqual(server.log);
    expect(follower.pages.at(-1)?.atEnd).toBe(true);
  });

  it('are held up by none of them, however slow: who falls behind reads for itself', async () => {
    const { follow } = createProcess(server, { characters: 1_000_000, events: 10 });
    let go = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = follow({ work: () => gate });
    const fast = follow();
    await eventually(() => server.feeds.size === 1);
    server.append();
    await eventually(() => slow.seen().length === 1);
    for (let count = 2; count <= 100; count += 1) {
      server.append();
      await eventually(() => fast.seen().length === count);
    }
    go();
    await eventually(() => slow.seen().length === 100);
    expect(slow.seen()).toEqual(server.log);
    await Promise.all([slow.stop(), fast.stop()]);
  });

  it('are moved on by what they do not want, and not for each of it', async () => {
    const { follow } = createProcess(server, wide, { passOverMs: 200 });
    const follower = follow({ filter: { categories: ['team'] } });
    await eventually(() => server.feeds.size === 1);
    for (let count = 0; count < 100; count += 1) {
      server.append('email');
      await nextTurn();
    }
    await eventually(() => follower.position() === server.log.at(-1)?.position);
    expect(follower.pages.length).toBeLessThan(10);
    expect(follower.seen()).toEqual([]);
    server.append('email');
    const wanted = server.append('team');
    await eventually(() => follower.seen().length === 1);
    expect(follower.seen()).toEqual([wanted]);
    await follower.stop();
  });

  it('go on at once where the server drops the feed', async () => {
    const { follow, drops } = createProcess(server);
    const follower = follow();
    for (let round = 1; round <= 3; round += 1) {
      await eventually(() => server.feeds.size === 1);
      server.append();
      await eventually(() => follower.seen().length === round);
      server.drop();
      await eventually(() => drops() === round && server.feeds.size === 1);
      expect([...server.feeds].map(({ after }) => after)).toEqual([follower.position()]);
    }
    server.append();
    await eventually(() => follower.seen().length === 4);
    await follower.stop();
    expect(follower.seen()).toEqual(server.log);
  });

  it('all hear when it ends in another way, and the next one opens it again', async () => {
    const { follow } = createProcess(server);
    const followers = [follow(), follow()];
    await eventually(() => server.feeds.size === 1);
    const event = server.append();
    await eventually(() => followers.every((each) => each.seen().length === 1));
    for (const feed of server.feeds) feed.finish({ error: new Error('gone') });
    for (const { ended } of followers) await expect(ended).rejects.toThrow('gone');
    const next = follow({ after: event.position });
    await eventually(() => server.feeds.size === 1);
    server.append();
    await eventually(() => next.seen().length === 1);
    await next.stop();
  });

  it('hear of a log that cannot be read, and may come again', async () => {
    const { follow } = createProcess(server);
    const { head } = server.reads;
    server.reads.head = () => Promise.reject(new Error('away'));
    await expect(follow().ended).rejects.toThrow('away');
    server.reads.head = head;
    const follower = follow();
    server.append();
    await eventually(() => follower.seen().length === 1);
    await follower.stop();
  });

  it('give up a feed that brings nothing although the log goes on', async () => {
    const { follow } = createProcess(server, wide, { silenceMs: 100 });
    server.append();
    const follower = follow();
    await eventually(() => follower.pages.at(-1)?.atEnd === true && server.feeds.size === 1);
    for (const feed of server.feeds) feed.isSilent = true;
    server.append();
    await expect(follower.ended).rejects.toThrow('no answer within 100 ms');
  });

  it('let a feed be silent at the end of the log, and look now and then, for all of them', async () => {
    const { follow } = createProcess(server, wide, { silenceMs: 50, lookAgainMs: 10 });
    server.append();
    const followers = [follow(), follow(), follow()];
    await eventually(() => followers.every(({ pages }) => pages.at(-1)?.atEnd === true) && server.feeds.size === 1);
    const before = server.counted.heads;
    await delay(200);
    expect(server.counted.heads - before).toBeGreaterThan(0);
    expect(server.counted.heads - before).toBeLessThanOrEqual(21);
    expect(server.counted.pages).toBe(0);
    await Promise.all(followers.map((each) => each.stop()));
  });

  it('end at the abort, while they wait and before they begin', async () => {
    const { follow } = createProcess(server);
    const [waiting, opening] = [follow(), follow()];
    await opening.stop();
    await eventually(() => server.feeds.size === 1);
    await waiting.stop();
    await eventually(() => server.feeds.size === 0);
  });

  it('each get everything once and in order, whatever happens', async () => {
    const step = fc.oneof(
      { weight: 6, arbitrary: fc.record({ add: fc.constantFrom('email' as const, 'team' as const) }) },
      { weight: 1, arbitrary: fc.constant('drop' as const) },
      { weight: 2, arbitrary: fc.constant('turn' as const) },
      { weight: 1, arbitrary: fc.constant('join' as const) },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 5 }), async (steps, pageSize) => {
        const log = createLogInMemory();
        const { follow } = createProcess(log, { characters: 1_000_000, events: 6 }, { lookAgainMs: 5, passOverMs: 5 });
        const filters: readonly EventFilter[] = [{}, { categories: ['email'] }, { categories: ['team'] }];
        const join = () => filters.map((filter) => ({ filter, follower: follow({ filter, pageSize }) }));
        const all = join();
        for (const one of steps) {
          if (one === 'drop') log.drop();
          else if (one === 'turn') await nextTurn();
          else if (one === 'join') all.push(...join());
          else log.append(one.add);
        }
        const last = log.append('email');
        await eventually(() => all.every(({ follower }) => follower.position() === last.position));
        await Promise.all(all.map(({ follower }) => follower.stop()));
        for (const { filter, follower } of all) {
          const wanted = log.log.filter(
            ({ stream }) => filter.categories?.includes(stream.split('-')[0] as never) ?? true,
          );
          expect(follower.seen()).toEqual(wanted);
          const positions = follower.pages.map(({ position }) => position ?? '');
          expect(positions).toEqual([...positions].sort());
          expect(follower.pages.every(({ events }) => events.length <= pageSize)).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });
});
