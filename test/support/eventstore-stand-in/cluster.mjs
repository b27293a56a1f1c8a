// @ts-check
/**
 * Members of one cluster, in one process and over one log: who leads is decided by the test. A member that does not lead refuses
 * what asks for the leader and names it; while there is none, every member says that it is not ready.
 */
import { randomUUID } from 'node:crypto';
import grpc from '@grpc/grpc-js';
import { clusterServices, leaderOnly } from './cluster-services.mjs';
import { listen } from './connections.mjs';
import { createFaults } from './faults.mjs';
import { openLog } from './log-file.mjs';
import { notLeader, notReady } from './refusals.mjs';
import { streamsService } from './streams-service.mjs';
import { openStreams } from './streams.mjs';

/** @typedef {{ instanceId: string, port: number, told: number, connections: Awaited<ReturnType<typeof listen>> | undefined }} Place */

/** @type {typeof import('./cluster.mjs').startEventStoreCluster} */
export async function startEventStoreCluster({ dir, members: count = 3, leadingTo = (port) => port }) {
  const { controls, ...faults } = createFaults();
  const log = await openLog(dir);
  const streams = await openStreams(log, faults.now);
  const settings = /** @type {const} */ ({ liveBufferEvents: 32, onOverflow: 'drop', secondAnswerAfterMs: 2000 });
  /** @type {Place[]} */
  const places = [];
  /** @type {Place | undefined} */
  let leader;
  const asked = { gossip: 0, refused: 0 };

  /** @type {Place | undefined} Whom the others name although it answers nobody any more. */
  let stillNamed;

  /** @param {Place} asked */
  const namedBy = (asked) => (asked === leader ? leader : asked === stillNamed ? leader : (stillNamed ?? leader));

  /** As one of them sees it. @param {Place} place @param {Place} asking @returns {import('./cluster-services.mjs').Doing} */
  function doing(place, asking) {
    if (place.connections === undefined) return 'gone';
    const named = namedBy(asking);
    if (named === undefined) return 'elects';
    return place === named ? 'leads' : 'follows';
  }

  /** @param {Place} asking */
  function members(asking) {
    asked.gossip += 1;
    return places.map((place) => ({
      instanceId: place.instanceId,
      port: place.told,
      doing: doing(place, asking),
    }));
  }

  /** @param {Place} place */
  async function start(place) {
    const refusal = () => {
      if (place === leader) return undefined;
      asked.refused += 1;
      const named = namedBy(place);
      return named === undefined ? notReady() : notLeader(named.told);
    };
    const server = new grpc.Server({ interceptors: [leaderOnly(refusal)] });
    const context = { streams, faults, settings, refusal };
    place.connections = await listen(server, place.port, undefined);
    place.port = place.connections.port;
    if (place.told === 0) place.told = await leadingTo(place.port);
    for (const [definition, handlers] of [streamsService(context), ...clusterServices(() => members(place))]) {
      server.addService(definition, handlers);
    }
  }

  /** @param {Place | undefined} place */
  async function stop(place) {
    const connections = place?.connections;
    if (place) place.connections = undefined;
    if (place === leader) leader = undefined;
    await connections?.close();
  }

  for (let each = 0; each < count; each += 1) {
    const place = { instanceId: randomUUID(), port: 0, told: 0, connections: undefined };
    places.push(place);
    await start(place);
  }
  leader = places[0];
  return {
    connectionString: `esdb://${places.map(({ told }) => `127.0.0.1:${told}`).join(',')}?tls=false`,
    faults: controls,
    asked,
    async killLeader() {
      const gone = leader;
      await stop(gone);
      return places.findIndex((place) => place === gone);
    },
    elect(index) {
      leader = places[index ?? places.findIndex(({ connections }) => connections !== undefined)];
    },
    depose() {
      leader = undefined;
    },
    nameStill(index) {
      stillNamed = index === undefined ? undefined : places[index];
    },
    async restart(index) {
      const place = places[index];
      if (place) await start(place);
    },
    async stop() {
      await Promise.all(places.map(stop));
      await log.close();
    },
  };
}
