import { categories } from '../../src/programs/resources/resources.js';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { openConnection } from '../../src/infrastructure/event-store/eventstoredb/connection.js';
import { LiveFeed } from '../../src/infrastructure/event-store/eventstoredb/live-feed.js';
import { workerUrl } from '../../src/infrastructure/system/worker-url.js';
import { waitFor } from '../support/wait-for.js';
import { follow } from './event-store/follow.js';
import { newStream, write } from './event-store/writes.js';
import {
  retryAppend,
  opening,
  replaceStore,
  restart,
  server,
  store,
  typesIn,
  useStandIn,
} from './eventstoredb-outages-setup.js';

const run = promisify(execFile);

describe('the EventStoreDB adapter, when the server', () => {
  useStandIn();

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
    const connection = openConnection(server.connectionString);
    const feed = new LiveFeed(connection, {
      categories,
      after: undefined,
      filter: { categories: ['email'] },
      heldEvents: 10,
    });
    const taken = await waitFor(
      async () => feed.take(10),
      ({ caughtUp }) => caughtUp,
    );
    const before = (await store.readAll({ limit: 1_000 })).position ?? '';
    expect(taken.events).toEqual([]);
    expect((taken.position ?? '') >= before).toBe(true);
    feed.close();
    await connection.close();
  });

  describe('is named as a cluster', () => {
    it.each([
      ['by discovery', () => `esdb+discover://127.0.0.1:${server.port}?tls=false`],
      ['by several hosts', () => `kurrentdb://127.0.0.1:${server.port},127.0.0.1:1?tls=false`],
    ])('%s: it is found', async (_, url) => {
      await replaceStore({}, url());
      const each = opening();
      expect(await store.append([each])).toMatchObject({ result: 'written' });
      expect(await typesIn(each)).toEqual(['Opened']);
    });

    it('and is not found again for a while: nothing fails that nobody hears, and it recovers', async () => {
      await replaceStore(
        {},
        `esdb+discover://127.0.0.1:${server.port}?tls=false&maxDiscoverAttempts=2&discoveryInterval=10`,
      );
      await store.append([opening()]);
      await server.stop();
      const writes = Array.from({ length: 50 }, () => opening());
      const results = await Promise.all(writes.map((each) => store.append([each])));
      expect(results.map(({ result }) => result)).toEqual(writes.map(() => 'unknown'));
      await restart();
      const retried = await Promise.all(writes.map(retryAppend));
      expect(retried.map(({ result }) => result)).toEqual(writes.map(() => 'written'));
    });
  });

  it('has more than a subscriber takes: no more is held than was agreed, and others are not kept waiting', async () => {
    for (let each = 0; each < 6; each += 1) {
      await store.append([write(newStream(), 'no-stream', 'Much', ...Array<string>(499).fill('Much'))]);
    }
    const connection = openConnection(server.connectionString);
    const idle = new LiveFeed(connection, { categories, after: undefined, filter: {}, heldEvents: 10 });
    const busy = new LiveFeed(connection, { categories, after: undefined, filter: {}, heldEvents: 500 });
    for (let taken = 0; taken < 3_000; ) {
      taken += busy.take(500).events.length;
      await busy.arrives(1_000, new AbortController().signal);
    }
    // Its own ten, and what was on its way between two buffers.
    expect(idle.take(3_000).events.length).toBeLessThanOrEqual(50);
    idle.close();
    busy.close();
    await connection.close();
  });

  it('has been left: a store that was closed keeps no process alive', async () => {
    const source = new URL('../../src/infrastructure/event-store/eventstoredb/x.ts', import.meta.url);
    const built = workerUrl(source.href, './eventstoredb-event-store.js').href;
    const script = `import(${JSON.stringify(built)}).then(async ({ openEventStoreDb }) => {
      const store = openEventStoreDb({ categories: new Set(['email']), url: ${JSON.stringify(server.connectionString)} });
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
    ['nothing', ''],
  ])('would spell data and metadata otherwise (%s): they come back as they were', async (_, text) => {
    const { stream, events } = opening();
    const event = { ...events[0], id: randomUUID(), data: text, metadata: text };
    await store.append([{ stream, expected: 'no-stream', events: [event] }]);
    expect(await store.readStream(stream)).toMatchObject([event]);
  });

  it.each([
    [true, '{"a":1}'],
    [false, 'not JSON'],
  ])('is told whether data are JSON, for its own pages: %s', async (isJson, data) => {
    const { stream, events } = opening();
    await store.append([{ stream, expected: 'no-stream', events: [{ ...events[0], id: randomUUID(), data }] }]);
    const connection = openConnection(server.connectionString);
    const { client } = await connection.connected();
    const stored = [];
    for await (const { event } of client.readStream(stream)) stored.push(event?.isJson);
    expect(stored).toEqual([isJson]);
    await connection.close();
  });
});
