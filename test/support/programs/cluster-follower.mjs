// @ts-check
/** What a member answers that does not lead: who does, to every call that wants a leader. */
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { clusterServices } from '../eventstore-stand-in/cluster-services.mjs';
import { streamName } from '../eventstore-stand-in/append-requests.mjs';
import * as answers from '../eventstore-stand-in/batch-answers.mjs';
import { listen } from '../eventstore-stand-in/connections.mjs';

/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').BatchAppendReq} BatchRequest */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').BatchAppendResp} BatchAnswer */

/**
 * @param {{ port: number, members: () => readonly import('../eventstore-stand-in/index.mjs').Member[], leader: () => number | undefined }} options
 */
export async function startRefusing({ port, members, leader }) {
  const server = new grpc.Server();
  const connections = await listen(server, port, undefined);
  const endCall = (
    /** @type {import('@grpc/grpc-js').ServerWritableStream<unknown, unknown> | import('@grpc/grpc-js').ServerDuplexStream<BatchRequest, BatchAnswer>} */ call,
  ) => void call.emit('error', refusal(leader()));
  const answer = (
    /** @type {unknown} */ _call,
    /** @type {(error: import('@grpc/grpc-js').ServiceError | ReturnType<typeof refusal>) => void} */ done,
  ) => done(refusal(leader()));
  const batchAppend = (/** @type {import('@grpc/grpc-js').ServerDuplexStream<BatchRequest, BatchAnswer>} */ call) => {
    call.on('error', () => {});
    call.on('end', () => call.end());
    call.on('data', (/** @type {BatchRequest} */ request) => {
      if (leader() !== undefined) return endCall(call);
      const correlationId = request.getCorrelationId()?.getString() ?? '';
      const stream = streamName(request.getOptions()?.getStreamIdentifier());
      if (request.getIsFinal()) call.write(answers.notReady({ correlationId, stream }));
    });
  };
  server.addService(streamsGrpc.StreamsService, {
    read: endCall,
    batchAppend,
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
