import { categories } from '../../src/programs/resources/resources.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventStore } from '../../src/application/ports/event-store.js';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { type StandInCluster, startEventStoreCluster } from '../support/eventstore-stand-in/cluster.mjs';
import { waitFor } from '../support/wait-for.js';
import { opening } from './eventstoredb-outages-setup.js';

describe('EventStoreDB as a cluster, when it elects', () => {
  let folder: string;
  let cluster: StandInCluster;
  let store: EventStore;
  let away: string[];
  let back: { readonly awayMs: number; readonly waited: number }[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posthorn-eventstore-'));
    cluster = await startEventStoreCluster({ dir: folder });
    [away, back] = [[], []];
    store = openEventStoreDb({
      categories,
      url: cluster.connectionString,
      timings: { appendDeadlineMs: 60_000, outagePatienceMs: 60_000 },
      outages: { onAway: (reason) => void away.push(reason), onBack: (outage) => void back.push(outage) },
    });
    await store.append([opening()]);
  });
  afterEach(async () => {
    await store.close();
    await cluster.stop();
    await rm(folder, { recursive: true });
  });

  const appends = (count: number) =>
    Array.from({ length: count }, () => {
      const each = opening();
      return { each, result: store.append([each]) };
    });
  const asked = (atLeast: number) =>
    waitFor(
      async () => cluster.asked.gossip,
      (count) => count >= atLeast,
    );

  it('keeps what is appended meanwhile waiting, and writes each once under the next leader', async () => {
    await cluster.killLeader();
    const waiting = appends(100);
    await asked(2);
    cluster.elect();
    for (const { each, result } of waiting) {
      expect(await result).toMatchObject({ result: 'written', revision: 0 });
      expect((await store.readStream(each.stream)).map(({ type }) => type)).toEqual(['Opened']);
    }
  });

  it('waits also for members that live and are not ready, which they say inside their answers', async () => {
    cluster.depose();
    const before = cluster.asked.refused;
    const waiting = appends(20);
    await waitFor(
      () => cluster.asked.refused,
      (refused) => refused >= before + 20,
    );
    expect(away).not.toEqual([]);
    cluster.elect(1);
    const results = await Promise.all(waiting.map(({ result }) => result));
    expect(results.map(({ result }) => result)).toEqual(results.map(() => 'written'));
  });

  it('keeps reads of a stream waiting too', async () => {
    const each = opening();
    await store.append([each]);
    await cluster.killLeader();
    const read = store.readStream(each.stream);
    await asked(2);
    cluster.elect();
    expect(await read).toHaveLength(1);
  });

  it('follows the leader that a refusal names, once for all who wait', async () => {
    const before = { ...cluster.asked };
    cluster.elect(1);
    const results = await Promise.all(appends(100).map(({ result }) => result));
    expect(results.map(({ result }) => result)).toEqual(results.map(() => 'written'));
    expect(cluster.asked.refused).toBeGreaterThan(before.refused);
    // Nobody had to ask who leads.
    expect(cluster.asked.gossip).toBe(before.gossip);
  });

  it('finds a member again that was killed and leads once more', async () => {
    for (let round = 0; round < 3; round += 1) {
      const killed = await cluster.killLeader();
      const waiting = appends(20);
      await asked(cluster.asked.gossip + 2);
      await cluster.restart(killed);
      cluster.elect(killed);
      const results = await Promise.all(waiting.map(({ result }) => result));
      expect(results.map(({ result }) => result)).toEqual(results.map(() => 'written'));
    }
  });

  it('says once that it is away and once that it is back, and how many waited', async () => {
    await cluster.killLeader();
    const waiting = appends(100);
    await asked(2);
    cluster.elect();
    await Promise.all(waiting.map(({ result }) => result));
    expect(back).toEqual([{ awayMs: expect.any(Number), waited: 100 }]);
    expect(away.length).toBeGreaterThanOrEqual(1);
    // One a second at most.
    expect(away.length).toBeLessThanOrEqual(1 + Math.ceil((back[0]?.awayMs ?? 0) / 1_000));
  });
});
