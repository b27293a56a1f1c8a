// @ts-check
/**
 * A stand-in for an EventStoreDB 23.10 server, for tests: speaks gRPC with the official client, keeps its log on disk.
 *
 * What it shows as the real server does (measured against one):
 * - a live subscription is ended by a burst that overflows its 32-event buffer, or catches up by itself (`onOverflow`);
 * - an event without a type, or with an id that is no UUID, is answered twice on the batch path;
 * - at most 1 MiB of events per append; batch deadlines are absolute times, compared with the server's clock;
 * - a soft delete keeps revisions and writes `$$stream` metadata; a tombstone is a `$streamDeleted` event for ever;
 * - `$maxAge`, `$maxCount` and `$tb` hide events from reads of the stream, not from `$all`;
 * - positions are byte offsets in the log, and a position that is no record's start is refused; a checkpoint after a
 *   page without matches has commit != prepare;
 * - which repeated appends count as done, and which are refused or written again;
 * - system events in `$all`, from the first event on;
 * - what is acknowledged is on disk: `kill -9` and a new start over the same directory lose nothing of it.
 * Outages on demand: `faults` (see index.d.mts), `stop()`, and as a process of its own (main.mjs) SIGKILL and SIGSTOP.
 *
 * What it does not: users beyond one and rights beyond two, clusters by itself (gossip names this one node, by default as the leader; see cluster.mjs for
 * elections over one log, ../programs/cluster-member.mjs for members that copy one), links, projections, persistent subscriptions, scavenging. The whole log is kept in memory, and only one server may have its directory.
 */
import grpc from '@grpc/grpc-js';
import { clusterServices, leaderOnly, onlyThisNode } from './cluster-services.mjs';
import { listen } from './connections.mjs';
import { onlyWith, withoutRight } from './credentials.mjs';
import { createFaults } from './faults.mjs';
import { openLog } from './log-file.mjs';
import { notReady } from './refusals.mjs';
import { streamsService } from './streams-service.mjs';
import { openStreams } from './streams.mjs';

const MAX_MESSAGE_BYTES = 17 * 1024 * 1024;

/** @type {Record<'leader' | 'follower' | 'read-only', import('./index.mjs').Member['doing']>} */
const DOING = { leader: 'leads', follower: 'follows', 'read-only': 'reads' };

/** @type {typeof import('./index.mjs').startEventStoreStandIn} */
export async function startEventStoreStandIn({
  dir,
  port = 0,
  tls,
  credentials,
  refuses,
  member = 'leader',
  cluster,
  ...options
}) {
  /** @type {import('./streams-service.mjs').Context['settings']} */
  const settings = { liveBufferEvents: 32, onOverflow: 'drop', secondAnswerAfterMs: 2000, ...options };
  const { controls, ...faults } = createFaults();
  const log = await openLog(dir, cluster?.confirmed);
  const streams = await openStreams(log, faults.now);
  const refusal = member === 'leader' ? undefined : notReady;
  const server = new grpc.Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    interceptors: [
      ...(credentials === undefined ? [] : [onlyWith(credentials)]),
      ...(refuses === undefined ? [] : [withoutRight(refuses)]),
      ...(refusal === undefined ? [] : [leaderOnly(refusal)]),
    ],
  });
  const connections = await listen(server, port, tls);
  for (const [definition, handlers] of [
    streamsService({ streams, faults, settings, ...(refusal && { refusal }) }),
    ...clusterServices(cluster?.members ?? onlyThisNode(connections.port, DOING[member])),
  ]) {
    server.addService(definition, handlers);
  }
  return {
    port: connections.port,
    connectionString: `esdb://127.0.0.1:${connections.port}?tls=${tls !== undefined}`,
    faults: { ...controls, cutConnections: connections.cut },
    async stop() {
      await connections.close();
      await log.close();
    },
  };
}
