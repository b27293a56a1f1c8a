import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EventStore, StreamAppend } from '../../src/application/ports/event-store.js';
import { openConnection } from '../../src/infrastructure/event-store/eventstoredb/client.js';
import {
  type EventStoreDbTimings,
  openEventStoreDb,
} from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { openLiveFeed } from '../../src/infrastructure/event-store/eventstoredb/live-feed.js';
import { workerUrl } from '../../src/infrastructure/sqlite/worker-url.js';
import { type StandIn, startEventStoreStandIn } from '../support/eventstore-stand-in/index.mjs';
import { waitFor } from '../support/wait-for.js';
import { follow } from './event-store/follow.js';
import { newStream, write } from './event-store/writes.js';

const run = promisify(execFile);

/** Short enough for a test to wait for, long enough for an answer that comes. */
const shortDeadlineMs = 2_000;
/** A slow machine must not make a result unknown where the server answers. */
const patient = { appendDeadlineMs: 60_000, readSilenceMs: 60_000 };

describe('the EventStoreDB adapter, when the server', () => {
  let folder: string;
  let server: StandIn;
  let store: EventStore;
  let drops = 0;
  const unhandled: unknown[] = [];
  const hear = (reason: unknown): number => unhandled.push(reason);

  const open = (timings: Partial<EventStoreDbTimings> = {}, url = server.connectionString): EventStore =>
    openEventStoreDb({ url, timings: { ...patient, ...timings }, onDropped: () => void (drops += 1) });
  const restart = async (): Promise<void> => {
    server = await startEventStoreStandIn({ dir: folder, port: server.port });
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
    server = await startEventStoreStandIn({ dir: folder });
    drops = 0;
    unhandled.length = 0;
    process.on('unhandledRejection', hear);
    store = open();
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
    process.off('unhandledRejection', hear);
    await rm(folder, { recursive: true });
    expect(unhandled).toEqual([]);
  });

  const replaceStore = async (timings: Partial<EventStoreDbTimings>): Promise<void> => {
    await store.close();
    store = open(timings);
  };
  const opening = (): StreamAppend => write(newStream(), 'no-stream', 'Opened');
  const typesIn = async ({ stream }: StreamAppend) => (await store.readStream(stream)).map(({ type }) => type);
  /** As a caller does: the same ids and the same revision, until the result is known. */
  const appendPatiently = (each: StreamAppend) =>
    waitFor(
      () => store.append([each]),
      ({ result }) => result !== 'unknown',
    );

  describe('drops live subscriptions', () => {
    it('goes on at once behind the last page, without loss or repeat, and counts it', async () => {
      const follower = follow(store, {});
      const streams: string[] = [];
      for (let round = 1; round <= 3; round += 1) {
        const each = opening();
        streams.push(each.stream);
        await store.append([each]);
        await follower.until(({ events, pages }) => events.length === round && pages.at(-1)?.atEnd === true);
        server.faults.dropLive();
        await waitFor(
          async () => drops,
          (counted) => counted === round,
        );
      }
      await follower.stop();
      expect(follower.events.map(({ stream }) => stream)).toEqual(streams);
    });

    it('gives a consumer that is slower than a burst everything once and in order', async () => {
      const start = await store.head();
      const seen: string[] = [];
      const controller = new AbortController();
      const consume = async (): Promise<void> => {
        for await (const { events } of store.subscribe({ signal: controller.signal, pageSize: 5 })) {
          seen.push(...events.map(({ position }) => position));
          if (seen.length >= 2_000) return;
          await new Promise(setImmediate);
        }
      };
      const consumed = consume();
      for (let burst = 0; burst < 10; burst += 1) {
        const [first, ...rest] = Array.from({ length: 100 }, () => opening());
        await store.append([first as StreamAppend, ...rest]);
        await store.append([write(newStream(), 'no-stream', 'Of100', ...Array<string>(99).fill('Of100'))]);
      }
      await consumed;
      const pages = await store.readAll({ limit: 5_000, ...(start === undefined ? {} : { after: start }) });
      expect(seen).toEqual(pages.events.map(({ position }) => position));
    });
  });

  describe('loses its answer', () => {
    beforeEach(() => replaceStore({ appendDeadlineMs: shortDeadlineMs }));

    it('the result is unknown, and asked again it is found written', async () => {
      const [first, second] = [opening(), opening()];
      await store.append([first]);
      const lost = server.faults.loseNextAnswer();
      expect(await store.append([second])).toMatchObject({ result: 'unknown' });
      await lost;
      const [stored] = await store.readStream(second.stream);
      expect(await store.append([second])).toEqual({ result: 'written', revision: 0, position: stored?.position });
      expect(await typesIn(second)).toEqual(['Opened']);
    });

    it('also where the append opened a softly removed stream again', async () => {
      const first = opening();
      await store.append([first]);
      await store.removeStream(first.stream, 'soft', 0);
      const again = write(first.stream, 'no-stream', 'Again');
      const lost = server.faults.loseNextAnswer();
      expect(await store.append([again])).toMatchObject({ result: 'unknown' });
      await lost;
      expect(await store.append([again])).toMatchObject({ result: 'written', revision: 1 });
      expect(await typesIn(again)).toEqual(['Again']);
    });

    it('the other streams of an unknown anchor are left alone', async () => {
      const [anchor, other] = [opening(), opening()];
      const lost = server.faults.loseNextAnswer();
      expect(await store.append([anchor, other])).toMatchObject({ result: 'unknown' });
      await lost;
      expect(await typesIn(other)).toEqual([]);
      expect(await store.append([anchor, other])).toMatchObject({ result: 'written' });
      expect(await typesIn(other)).toEqual(['Opened']);
    });

    it('a removal that came no further than its mark is none, and can be asked again', async () => {
      const first = opening();
      await store.append([first]);
      const lost = server.faults.loseNextAnswer();
      expect(await store.removeStream(first.stream, 'tombstone', 0)).toMatchObject({ result: 'unknown' });
      await lost;
      expect(await store.removalOf(first.stream)).toBeUndefined();
      expect(await typesIn(first)).toEqual(['Opened']);
      expect(await store.removeStream(first.stream, 'tombstone', 0)).toMatchObject({ result: 'written' });
      expect(await store.removalOf(first.stream)).toEqual({ mode: 'tombstone', lastRevision: 0 });
    });
  });

  it('writes slowly: the streams of a batch wait together, not one after the other', async () => {
    await store.append([opening()]);
    server.faults.slowAppends(200);
    const [anchor, ...mails] = Array.from({ length: 101 }, () => opening());
    const startedAtMs = performance.now();
    await store.append([anchor as StreamAppend, ...mails]);
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
    server.faults.slowAppends(0);
    expect((await Promise.all(mails.map(typesIn))).flat()).toHaveLength(100);
  });

  it('freezes: appends are unknown and reads fail in time, and it goes on when it wakes', async () => {
    const before = opening();
    await store.append([before]);
    await replaceStore({ appendDeadlineMs: shortDeadlineMs, readSilenceMs: shortDeadlineMs });
    await store.head();
    server.faults.hold();
    const during = opening();
    expect(await store.append([during])).toMatchObject({ result: 'unknown' });
    await expect(store.readStream(before.stream)).rejects.toThrow('no answer within');
    server.faults.release();
    expect(await appendPatiently(during)).toMatchObject({ result: 'written', revision: 0 });
    expect(await typesIn(during)).toEqual(['Opened']);
    expect(await typesIn(before)).toEqual(['Opened']);
  });

  it('is gone with many appends under way: each is known or unknown, none is lost or doubled', async () => {
    await store.append([opening()]);
    const writes = Array.from({ length: 300 }, () => opening());
    const large = writes.map(
      (each): StreamAppend => ({ ...each, events: [{ ...each.events[0], data: JSON.stringify('x'.repeat(4_000)) }] }),
    );
    const results = large.map((each) => store.append([each]));
    await results[0];
    await server.stop();
    const settled = await Promise.all(results);
    expect(settled.map(({ result }) => result)).not.toContain('conflict');
    expect(settled.map(({ result }) => result)).toContain('unknown');
    expect(await store.append([opening()])).toMatchObject({ result: 'unknown' });
    await expect(store.head()).rejects.toThrow();

    await restart();
    const retried = await Promise.all(large.map(appendPatiently));
    expect(retried.map(({ result }) => result)).toEqual(large.map(() => 'written'));
    expect(await Promise.all(large.map(typesIn))).toEqual(large.map(() => ['Opened']));
  });

  it('is gone: a subscription fails, and the next one goes on from where it was', async () => {
    const [first, second] = [opening(), opening()];
    await store.append([first]);
    const follower = follow(store, {});
    await follower.until(({ events }) => events.length === 1);
    await server.stop();
    await expect(follower.ended).rejects.toMatchObject({ code: 14 });
    await restart();
    await appendPatiently(second);
    const next = follow(store, { after: follower.pages.at(-1)?.position as never });
    await next.until(({ events }) => events.length === 1);
    await next.stop();
    expect(next.events).toMatchObject([{ stream: second.stream }]);
  });

  it('is not there yet when the store opens', async () => {
    await server.stop();
    await replaceStore({});
    const each = opening();
    expect(await store.append([each])).toMatchObject({ result: 'unknown' });
    await restart();
    expect(await appendPatiently(each)).toMatchObject({ result: 'written' });
  });

  it('resets every connection: the same store goes on', async () => {
    await store.append([opening()]);
    server.faults.cutConnections();
    const each = opening();
    expect(await appendPatiently(each)).toMatchObject({ result: 'written' });
    expect(await typesIn(each)).toEqual(['Opened']);
  });

  it.each([-120_000, 120_000])(
    'has a clock that differs by %d ms: it appends and removes all the same',
    async (aheadMs) => {
      server.faults.moveClock(aheadMs);
      const each = opening();
      expect(await store.append([each])).toMatchObject({ result: 'written' });
      expect(await store.removeStream(each.stream, 'soft', 0)).toMatchObject({ result: 'written' });
    },
  );

  it('writes events of its own: nobody is shown them, and positions pass them', async () => {
    const [removed, kept] = [opening(), opening()];
    await store.append([removed]);
    await store.append([kept]);
    const head = await store.head();
    await store.removeStream(removed.stream, 'soft', 0);
    await store.removeStream(kept.stream, 'tombstone', 0);
    expect(await store.head()).toBe(head);
    const { events, position, atEnd } = await store.readAll({ limit: 100 });
    expect(events.every(({ type, stream }) => type === 'Opened' && stream.startsWith('email-'))).toBe(true);
    expect(atEnd).toBe(true);
    expect(await store.readAll({ limit: 100, ...(position && { after: position }) })).toEqual({
      events: [],
      position,
      atEnd: true,
    });
    const follower = follow(store, {});
    await follower.until(({ pages }) => pages.at(-1)?.atEnd === true);
    await follower.stop();
    expect(follower.types()).toEqual(['Opened', 'Opened']);
  });

  it('holds much that a subscriber does not want: pages without events move its position all the way', async () => {
    for (let each = 0; each < 4; each += 1) {
      await store.append([write(newStream('team'), 'no-stream', 'Other', ...Array<string>(499).fill('Other'))]);
    }
    await store.append([write(newStream('email'), 'no-stream', 'Wanted')]);
    const follower = follow(store, { filter: { categories: ['email'], types: ['Wanted'] } });
    const head = (await store.head()) ?? '';
    await follower.until(({ pages }) => (pages.at(-1)?.position ?? '') >= head);
    await follower.stop();
    expect(follower.types()).toEqual(['Wanted']);
    const positions = follower.pages.map(({ position }) => position);
    expect(positions).toEqual([...new Set(positions)].sort());
  });

  it('holds nothing that a subscriber wants: the way through is known by checkpoints', async () => {
    for (let each = 0; each < 4; each += 1) {
      await store.append([write(newStream('team'), 'no-stream', 'Other', ...Array<string>(499).fill('Other'))]);
    }
    const { client, close } = openConnection(server.connectionString);
    const feed = openLiveFeed(client, { after: undefined, filter: { categories: ['email'] }, heldEvents: 10 });
    const taken = await waitFor(
      async () => feed.take(10),
      ({ caughtUp }) => caughtUp,
    );
    const before = (await store.readAll({ limit: 1_000 })).position ?? '';
    expect(taken.events).toEqual([]);
    expect((taken.position ?? '') >= before).toBe(true);
    feed.close();
    await close();
  });

  describe('is named as a cluster', () => {
    it.each([
      ['by discovery', () => `esdb+discover://127.0.0.1:${server.port}?tls=false`],
      ['by several hosts', () => `kurrentdb://127.0.0.1:${server.port},127.0.0.1:1?tls=false`],
    ])('%s: it is found', async (_, url) => {
      await store.close();
      store = open({}, url());
      const each = opening();
      expect(await store.append([each])).toMatchObject({ result: 'written' });
      expect(await typesIn(each)).toEqual(['Opened']);
    });

    it('and is not found again for a while: nothing fails that nobody hears, and it recovers', async () => {
      await store.close();
      store = open({}, `esdb+discover://127.0.0.1:${server.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=10`);
      await store.append([opening()]);
      await server.stop();
      const writes = Array.from({ length: 50 }, () => opening());
      const results = await Promise.all(writes.map((each) => store.append([each])));
      expect(results.map(({ result }) => result)).toEqual(writes.map(() => 'unknown'));
      await restart();
      const retried = await Promise.all(writes.map(appendPatiently));
      expect(retried.map(({ result }) => result)).toEqual(writes.map(() => 'written'));
    });
  });

  it('has more than a subscriber takes: no more is held than was agreed, and others are not kept waiting', async () => {
    for (let each = 0; each < 6; each += 1) {
      await store.append([write(newStream(), 'no-stream', 'Much', ...Array<string>(499).fill('Much'))]);
    }
    const { client, close } = openConnection(server.connectionString);
    const idle = openLiveFeed(client, { after: undefined, filter: {}, heldEvents: 10 });
    const busy = openLiveFeed(client, { after: undefined, filter: {}, heldEvents: 500 });
    for (let taken = 0; taken < 3_000; ) {
      taken += busy.take(500).events.length;
      await busy.arrives(1_000, new AbortController().signal);
    }
    // Its own ten, and what was on its way between two buffers.
    expect(idle.take(3_000).events.length).toBeLessThanOrEqual(50);
    idle.close();
    busy.close();
    await close();
  });

  it('has been left: a store that was closed keeps no process alive', async () => {
    const source = new URL('../../src/infrastructure/event-store/eventstoredb/x.ts', import.meta.url);
    const built = workerUrl(source.href, './eventstoredb-event-store.js').href;
    const script = `import(${JSON.stringify(built)}).then(async ({ openEventStoreDb }) => {
      const store = openEventStoreDb({ url: ${JSON.stringify(server.connectionString)} });
      await store.append(${JSON.stringify([opening()])});
      const pages = store.subscribe({ signal: new AbortController().signal })[Symbol.asyncIterator]();
      await pages.next();
      const waiting = pages.next();
      await store.close();
      console.log((await waiting).done);
    })`;
    const { stdout } = await run(process.execPath, ['-e', script], { timeout: 60_000 });
    expect(stdout).toBe('true\n');
  });

  it.each([
    ['numbers as keys', '{"10":1,"2":2}'],
    ['numbers as nobody writes them', '{"a":1.0,"b":1e2}'],
    ['spaces', '{ "a" : 1 }'],
    ['what is no JSON', 'not JSON'],
  ])('would spell data otherwise (%s): they come back as they were', async (_, data) => {
    const { stream, events } = opening();
    const event = { ...events[0], id: randomUUID(), data };
    await store.append([{ stream, expected: 'no-stream', events: [event] }]);
    expect(await store.readStream(stream)).toMatchObject([event]);
  });

  it.each(['{ "time": 1 }', 'none', ''])(
    'would spell metadata otherwise (%s): refused, nothing is written',
    async (metadata) => {
      const { stream, events } = opening();
      const bad: StreamAppend = { stream, expected: 'no-stream', events: [{ ...events[0], metadata }] };
      const anchor = opening();
      await expect(store.append([bad])).rejects.toMatchObject({ code: 'metadata-spelling' });
      await expect(store.append([anchor, bad])).rejects.toMatchObject({ code: 'metadata-spelling' });
      expect(await typesIn(anchor)).toEqual([]);
    },
  );
});
