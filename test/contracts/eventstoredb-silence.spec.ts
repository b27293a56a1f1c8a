import { categories } from '../../src/programs/resources/resources.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../src/application/ports/event-store.js';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { type StandInCluster, startEventStoreCluster } from '../support/eventstore-stand-in/cluster.mjs';
import { type StandIn, startEventStoreStandIn } from '../support/eventstore-stand-in/index.mjs';
import { appendSteadily, expectEachOnce, followAll, passes, untilWritten } from '../support/steady-appends.js';
import { type SwallowingRelay, swallowingRelayTo } from '../support/swallowing-relay.js';
import { eventually } from '../support/wait-for.js';
import { follow } from './event-store/follow.js';
import { opening } from './eventstoredb-outages-setup.js';

/** From a new leader or a healed network until an append is acknowledged. */
const promisedMs = 5_000;
/** Longer than calls and attempts to connect wait. */
const longestWaitMs = 3_000;

describe('EventStoreDB behind a network that swallows', () => {
  let folder: string;
  let server: StandIn;
  let relay: SwallowingRelay;
  let store: EventStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
    server = await startEventStoreStandIn({ dir: folder });
    relay = await swallowingRelayTo({ host: '127.0.0.1', port: server.port });
    store = openEventStoreDb({ categories, url: `esdb://127.0.0.1:${relay.port}?tls=false` });
  });
  afterEach(async () => {
    await store.close();
    await relay.close();
    await server.stop();
    await rm(folder, { recursive: true });
  });

  it('before the first connection: it appends as soon as the network is well', async () => {
    relay.swallow();
    const each = opening();
    const appended = untilWritten(store, each);
    await eventually(() => relay.swallowed() >= 2);
    await passes(longestWaitMs);
    relay.cure();
    const curedAtMs = performance.now();
    expect(await appended).toMatchObject({ result: 'written', revision: 0 });
    expect(performance.now() - curedAtMs).toBeLessThan(promisedMs);
  });

  it.each([100, 2_500, 8_000])('under load, for %d ms: nothing is lost, doubled or left waiting', async (outageMs) => {
    const following = followAll(store);
    const load = appendSteadily(store);
    await eventually(() => load.count() > 100);
    relay.swallow();
    await passes(outageMs);
    relay.cure();
    const took = await load.nextAfter(performance.now());
    const written = await load.stop();
    expect(took).toBeLessThan(promisedMs);
    await expectEachOnce(store, written);
    await following.has(written);
  });

  it('a subscription that nothing was asked of meanwhile goes on, without loss or repeat', async () => {
    const direct = openEventStoreDb({ categories, url: server.connectionString });
    const [before, after] = [opening(), opening()];
    await direct.append([before]);
    const follower = follow(store, {});
    await follower.until(({ pages }) => pages.at(-1)?.atEnd === true);
    relay.swallow();
    relay.cure();
    const curedAtMs = performance.now();
    await untilWritten(direct, after);
    await follower.until(({ events }) => events.length === 2);
    expect(performance.now() - curedAtMs).toBeLessThan(promisedMs);
    await follower.stop();
    expect(follower.events.map(({ stream }) => stream)).toEqual([before.stream, after.stream]);
    await direct.close();
  });

  it('a subscription that is far behind goes on too', async () => {
    const direct = openEventStoreDb({ categories, url: server.connectionString });
    const many = Array.from({ length: 300 }, () => opening());
    await Promise.all(many.map((each) => untilWritten(direct, each)));
    const controller = new AbortController();
    const seen: string[] = [];
    for await (const { events } of store.subscribe({ signal: controller.signal, pageSize: 5 })) {
      if (seen.length === 0) {
        relay.swallow();
        relay.cure();
      }
      seen.push(...events.map(({ stream }) => stream));
      if (seen.length >= many.length) break;
    }
    expect([...seen].sort()).toEqual(many.map(({ stream }) => stream).sort());
    await direct.close();
  });

  it.each(['false', 'true'])('leaves no attempt to connect behind, tls=%s', async (tls) => {
    relay.swallow();
    const other = openEventStoreDb({ categories, url: `esdb://localhost:${relay.port}?tls=${tls}` });
    await expect(other.head()).rejects.toThrow('does not answer within');
    await eventually(() => relay.open() === 0);
    expect(relay.swallowed()).toBe(3);
    await other.close();
  });
});

describe('a cluster of EventStoreDB whose leader answers nothing any more', () => {
  let folder: string;
  let cluster: StandInCluster;
  let relays: SwallowingRelay[];
  let store: EventStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
    relays = [];
    cluster = await startEventStoreCluster({
      dir: folder,
      async leadingTo(port) {
        const relay = await swallowingRelayTo({ host: '127.0.0.1', port });
        relays.push(relay);
        return relay.port;
      },
    });
    store = openEventStoreDb({ categories, url: cluster.connectionString });
  });
  afterEach(async () => {
    await store.close();
    await cluster.stop();
    for (const relay of relays) await relay.close();
    await rm(folder, { recursive: true });
  });

  it('under load, while the others still name it: the next one is found', async () => {
    const following = followAll(store);
    const load = appendSteadily(store);
    await eventually(() => load.count() > 100);
    relays[0]?.swallow();
    cluster.nameStill(0);
    await passes(longestWaitMs);
    cluster.elect(1);
    const took = await load.nextAfter(performance.now());
    // Both of them name the first one until here: only the next one says of itself that it leads.
    const written = await load.stop();
    expect(took).toBeLessThan(promisedMs);
    await expectEachOnce(store, written);
    await following.has(written);
  });

  it('before the first connection, while the others still name it', async () => {
    relays[0]?.swallow();
    cluster.nameStill(0);
    const each = opening();
    const appended = untilWritten(store, each);
    await passes(longestWaitMs);
    cluster.elect(2);
    const electedAtMs = performance.now();
    expect(await appended).toMatchObject({ result: 'written' });
    expect(performance.now() - electedAtMs).toBeLessThan(promisedMs);
  });

  it('a network that swallows in front of all of them: it goes on once that is well', async () => {
    const load = appendSteadily(store);
    await eventually(() => load.count() > 100);
    for (const relay of relays) relay.swallow();
    await passes(longestWaitMs);
    for (const relay of relays) relay.cure();
    const took = await load.nextAfter(performance.now());
    const written = await load.stop();
    expect(took).toBeLessThan(promisedMs);
    await expectEachOnce(store, written);
  });

  it('and comes back as one that follows: what it still names is not believed', async () => {
    await untilWritten(store, opening());
    relays[0]?.swallow();
    cluster.elect(1);
    cluster.nameStill(0);
    await untilWritten(store, opening());
    relays[0]?.cure();
    const other = openEventStoreDb({ categories, url: cluster.connectionString });
    const each = opening();
    expect(await untilWritten(other, each)).toMatchObject({ result: 'written' });
    await other.close();
  });
});
