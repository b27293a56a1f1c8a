// @ts-check
/** What a member answers that does not lead: who does, to every call that wants a leader. */
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { clusterServices } from '../eventstore-stand-in/cluster-services.mjs';
import { listen } from '../eventstore-stand-in/connections.mjs';

/**
 * @param {{ port: number, members: () => readonly import('../eventstore-stand-in/index.mjs').Member[], leader: () => number | undefined }} options
 */
export async function startRefusing({ port, members, leader }) {
  const server = new grpc.Server();
  const connections = await listen(server, port, undefined);
  const endCall = (/** @type {import('@grpc/grpc-js').ServerWritableStream<unknown, unknown>} */ call) =>
    void call.emit('error', refusal(leader()));
  const answer = (
    /** @type {unknown} */ _call,
    /** @type {(error: import('@grpc/grpc-js').ServiceError | ReturnType<typeof refusal>) => void} */ done,
  ) => done(refusal(leader()));
  server.addService(streamsGrpc.StreamsService, {
    read: endCall,
    batchAppend: endCall,
    append: answer,
    delete: answer,
    tombstone: answer,
  });
  for (const [definition, handlers] of clusterServices(members)) server.addService(definition, handlers);
  return { stop: () => connections.close() };
}

/** @param {number | undefined} leader */
function refusal(leader) {
  const metadata = new grpc.Metadata();
  if (leader === undefined) {
    metadata.set('exception', 'not-ready');
    return { code: grpc.status.UNAVAILABLE, details: 'Server Is Not Ready', metadata };
  }
  metadata.set('exception', 'not-leader');
  metadata.set('leader-endpoint-host', 'localhost');
  metadata.set('leader-endpoint-port', String(leader));
  return { code: grpc.status.NOT_FOUND, details: 'Leader info available', metadata };
}
