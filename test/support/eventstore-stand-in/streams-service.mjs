// @ts-check
import grpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { expectedOf, isTooLarge, isWellFormed, proposedEvent, streamName } from './append-requests.mjs';
import { batchAppend } from './batch-append.mjs';
import { read } from './read.mjs';
import * as refusals from './refusals.mjs';

/**
 * @typedef {object} Context
 * @property {import('./streams.mjs').Streams} streams
 * @property {import('./faults.mjs').Faults} faults
 * @property {Required<Pick<import('./index.mjs').StandInOptions,
 *   'liveBufferEvents' | 'onOverflow' | 'secondAnswerAfterMs'>>} settings
 * @property {() => refusals.Refusal | undefined} [refusal] Of appends on a stream that was opened before the leader changed.
 */
/**
 * @template Message
 * @typedef {(error: refusals.Refusal | null, answer?: Message) => void} Answer
 */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').AppendReq} AppendReq */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').AppendReq.Options} AppendOptions */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').AppendResp} AppendResp */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').DeleteReq} DeleteReq */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').TombstoneReq} TombstoneReq */

/** Events are kept as they are sent: they go out without another encoding. */
const definition = {
  ...grpc.StreamsService,
  read: {
    ...grpc.StreamsService.read,
    responseSerialize: (/** @type {Uint8Array} */ wire) => Buffer.from(wire.buffer, wire.byteOffset, wire.length),
  },
};

/**
 * @param {Context} context
 * @returns {[import('@grpc/grpc-js').ServiceDefinition, import('@grpc/grpc-js').UntypedServiceImplementation]}
 */
export function streamsService(context) {
  return [
    definition,
    {
      read: read(context),
      append: append(context),
      batchAppend: batchAppend(context),
      delete: remove(context, 'soft', messages.DeleteResp),
      tombstone: remove(context, 'tombstone', messages.TombstoneResp),
    },
  ];
}

/** The path of appends with credentials: a call each. @param {Context} context */
function append({ streams, faults }) {
  return (
    /** @type {import('@grpc/grpc-js').ServerReadableStream<AppendReq, AppendResp>} */ call,
    /** @type {Answer<AppendResp>} */ answer,
  ) => {
    /** @type {AppendOptions | undefined} */
    let options;
    /** @type {import('./event-message.mjs').ProposedEvent[]} */
    const events = [];
    call.on('data', (/** @type {AppendReq} */ request) => {
      const message = request.getProposedMessage();
      if (message) events.push(proposedEvent(message));
      else options = request.getOptions();
    });
    call.on('end', async () => {
      await faults.passGate();
      await faults.beforeAppend();
      const stream = streamName(options?.getStreamIdentifier());
      if (!options || stream === '' || !events.every(isWellFormed)) return answer(refusals.handlerFailed());
      if (isTooLarge(events)) return answer(refusals.appendTooLarge());
      const expected = expectedOf(options, options.getRevision());
      const outcome = await streams.append(stream, expected, events);
      if (faults.losesAnswer()) return;
      await faults.passGate();
      if (outcome.result === 'deleted') return answer(refusals.streamDeleted(stream));
      answer(null, appended(expected, outcome));
    });
  };
}

/**
 * @param {import('./append-check.mjs').Expected} expected
 * @param {Exclude<import('./streams.mjs').Outcome, { result: 'deleted' }>} outcome
 */
function appended(expected, outcome) {
  const answer = new messages.AppendResp();
  if (outcome.result === 'written') {
    const success = new messages.AppendResp.Success();
    if (outcome.revision < 0n) success.setNoStream(new shared.Empty());
    else success.setCurrentRevision(String(outcome.revision));
    if (outcome.position !== undefined) success.setPosition(at(new messages.AppendResp.Position(), outcome.position));
    answer.setSuccess(success);
    return answer;
  }
  const wrong = new messages.AppendResp.WrongExpectedVersion();
  if (outcome.current < 0n) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(outcome.current));
  if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
  else if (expected === 'no_stream') wrong.setExpectedNoStream(new shared.Empty());
  else if (expected === 'stream_exists') wrong.setExpectedStreamExists(new shared.Empty());
  else wrong.setExpectedRevision(String(expected));
  answer.setWrongExpectedVersion(wrong);
  return answer;
}

/**
 * @param {Context} context
 * @param {'soft' | 'tombstone'} mode
 * @param {typeof messages.DeleteResp | typeof messages.TombstoneResp} Response
 */
function remove({ streams, faults }, mode, Response) {
  return async (
    /** @type {{ request: DeleteReq | TombstoneReq }} */ { request },
    /** @type {Answer<InstanceType<typeof Response>>} */ answer,
  ) => {
    await faults.passGate();
    const options = request.getOptions();
    const stream = streamName(options?.getStreamIdentifier());
    if (!options || stream === '') return answer(refusals.handlerFailed());
    const expected = expectedOf(options, options.getRevision());
    const outcome = await streams.remove(stream, expected, mode);
    if (faults.losesAnswer()) return;
    await faults.passGate();
    if (outcome.result === 'deleted') return answer(refusals.streamDeleted(stream));
    if (outcome.result === 'wrong-expected-version') {
      return answer(refusals.wrongExpectedVersion(stream, expected, outcome.current));
    }
    const response = new Response();
    response.setPosition(at(new Response.Position(), outcome.position ?? 0));
    answer(null, response);
  };
}

/**
 * @template {{ setCommitPosition(value: string): unknown, setPreparePosition(value: string): unknown }} Position
 * @param {Position} message
 * @param {number} position
 */
function at(message, position) {
  message.setCommitPosition(String(position));
  message.setPreparePosition(String(position));
  return message;
}
