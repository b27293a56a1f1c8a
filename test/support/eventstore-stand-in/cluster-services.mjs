// @ts-check
/** What the client asks before it works: which methods there are, and who leads. */
import { randomUUID } from 'node:crypto';
import grpc from '@grpc/grpc-js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

const BATCH_APPEND = streamsGrpc.StreamsService.batchAppend.path;
const METHODS = ['read', 'append', 'delete', 'tombstone', 'batchappend'];

/** @typedef {'leads' | 'follows' | 'elects' | 'reads' | 'gone'} Doing */
/** @typedef {{ readonly instanceId: string, readonly port: number, readonly doing: Doing }} Member */

/** A server that stands alone. @param {number} port @param {Doing} doing @returns {() => readonly Member[]} */
export function onlyThisNode(port, doing) {
  const instanceId = randomUUID();
  return () => [{ instanceId, port, doing }];
}

/**
 * Refuses every call that a leader must answer. Not the stream of batch appends, which refuses append by append.
 *
 * @param {() => import('./refusals.mjs').Refusal | undefined} refusal
 * @returns {grpc.ServerInterceptor}
 */
export function leaderOnly(refusal) {
  return (method, call) =>
    new grpc.ServerInterceptingCall(call, {
      start(next) {
        next({
          onReceiveMetadata(metadata, forward) {
            const asksLeader = metadata.get('requires-leader')[0] === 'true' && method.path !== BATCH_APPEND;
            const refused = asksLeader ? refusal() : undefined;
            if (refused === undefined) return forward(metadata);
            call.sendStatus(refused);
          },
        });
      },
    });
}

/**
 * @param {() => readonly Member[]} members
 * @returns {[import('@grpc/grpc-js').ServiceDefinition, import('@grpc/grpc-js').UntypedServiceImplementation][]}
 */
export function clusterServices(members) {
  const getSupportedMethods = (
    /** @type {unknown} */ _call,
    /** @type {(error: null, answer: import('@eventstore/db-client/generated/serverfeatures_pb.js').SupportedMethods) => void} */ answer,
  ) => answer(null, supportedMethods());
  const read = (
    /** @type {unknown} */ _call,
    /** @type {(error: null, answer: import('@eventstore/db-client/generated/gossip_pb.js').ClusterInfo) => void} */ answer,
  ) => answer(null, clusterOf(members()));
  return [
    [featuresGrpc.ServerFeaturesService, { getSupportedMethods }],
    [gossipGrpc.GossipService, { read }],
  ];
}

function supportedMethods() {
  const answer = new features.SupportedMethods();
  answer.setEventStoreServerVersion('23.10.6.0');
  for (const name of METHODS) {
    const method = new features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    answer.addMethods(method);
  }
  return answer;
}

/** @param {readonly Member[]} members */
function clusterOf(members) {
  const cluster = new gossip.ClusterInfo();
  for (const { instanceId, port, doing } of members) {
    const id = new shared.UUID();
    id.setString(instanceId);
    const endPoint = new gossip.EndPoint();
    endPoint.setAddress('localhost');
    endPoint.setPort(port);
    const member = new gossip.MemberInfo();
    member.setInstanceId(id);
    member.setTimeStamp(String(Date.now()));
    member.setState(states[doing]);
    member.setIsAlive(doing !== 'gone');
    member.setHttpEndPoint(endPoint);
    cluster.addMembers(member);
  }
  return cluster;
}

const { LEADER, FOLLOWER, READONLYREPLICA, UNKNOWN } = gossip.MemberInfo.VNodeState;
const states = { leads: LEADER, follows: FOLLOWER, elects: UNKNOWN, reads: READONLYREPLICA, gone: UNKNOWN };
