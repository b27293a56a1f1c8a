import { categories } from '../../src/programs/resources/resources.js';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { openEventStoreDb } from '../../src/infrastructure/event-store/eventstoredb/eventstoredb-event-store.js';
import { type ClusterMember, startEventStoreCluster } from './eventstore-cluster.js';
import { startEventStoreProcess } from './eventstore-process.js';
import { temporaryFolder } from './server.js';
import { appendSteadily, expectEachOnce, followAll, passes } from './steady-appends.js';
import { swallowingRelayTo } from './swallowing-relay.js';
import { eventually, waitFor } from './wait-for.js';

/** From a new leader or a healed network until something is acknowledged. */
export const promisedMs = 5_000;
/** So long its followers go on naming a leader that they hear no longer. */
const namedStillMs = 15_000;
const callers = 5;

export const summaryOf = (name: string, tookMs: readonly number[]): string => {
  const sorted = tookMs.map(Math.round).toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  return `${name}, ${sorted.length} runs: ${sorted[0]} ms at best, ${middle} in the middle, ${sorted.at(-1)} at worst\n`;
};

/**
 * So often the leader of three is frozen while its followers go on naming it, and woken once another one leads. How
 * long after each election something was acknowledged. Each append is written once, and everybody who follows is shown
 * it once.
 */
export async function frozenLeaderRuns(runs: number): Promise<readonly number[]> {
  process.env['TEST_EVENTSTORE_PROGRAM'] ??= join(import.meta.dirname, 'programs/eventstoredb.mjs');
  process.env['STAND_IN_NAMES_LOST_LEADER_MS'] = String(namedStillMs);
  const cluster = await startEventStoreCluster();
  const store = openEventStoreDb({ categories, url: cluster.process().connectionString });
  const following = followAll(store);
  const load = appendSteadily(store, callers);
  const tookMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const before = load.count();
    await eventually(() => load.count() > before + callers);
    const frozen = await cluster.leader();
    frozen.freeze();
    await newLeader(cluster.members.filter((member) => member !== frozen));
    tookMs.push(await load.nextAfter(performance.now()));
    frozen.thaw();
    // It ends and is started again, or follows; the others name the next one at last.
    await waitFor(
      async () => new Set(await Promise.all(cluster.members.map((member) => member.leader()))),
      (named) => named.size === 1 && !named.has(undefined) && !named.has(frozen.port),
    );
  }
  const written = await load.stop();
  await following.has(written);
  await expectEachOnce(store, written);
  await store.close();
  await cluster.close();
  return tookMs;
}

/** One of them says of itself that it leads. */
const newLeader = (others: readonly ClusterMember[]): Promise<unknown> =>
  waitFor(
    async () => Promise.all(others.map(async (member) => (await member.leader()) === member.port)),
    (lead) => lead.includes(true),
  );

/**
 * So often a network in front of one server swallows for so long, each time a little longer. How long after each cure
 * something was acknowledged.
 */
export async function swallowingRuns(runs: number, outageMs: (run: number) => number): Promise<readonly number[]> {
  const dir = temporaryFolder();
  const server = await startEventStoreProcess({ dir });
  const relay = await swallowingRelayTo({ host: '127.0.0.1', port: server.port });
  const store = openEventStoreDb({ categories, url: `esdb://127.0.0.1:${relay.port}?tls=false` });
  const following = followAll(store);
  const load = appendSteadily(store, callers);
  const tookMs: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const before = load.count();
    await eventually(() => load.count() > before + callers);
    relay.swallow();
    await passes(outageMs(run));
    relay.cure();
    tookMs.push(await load.nextAfter(performance.now()));
  }
  const written = await load.stop();
  await following.has(written);
  await expectEachOnce(store, written);
  await store.close();
  await relay.close();
  await server.kill();
  rmSync(dir, { recursive: true, force: true });
  return tookMs;
}
