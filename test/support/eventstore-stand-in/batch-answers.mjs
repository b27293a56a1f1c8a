// @ts-check
/** Answers on the batch path: a refusal is no gRPC status but a message within the answer. */
import code from '@eventstore/db-client/generated/code_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import status from '@eventstore/db-client/generated/status_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import { streamIdentifier } from './event-message.mjs';
import { MAX_APPEND_BYTES, NOT_READY } from './refusals.mjs';

/** @typedef {{ correlationId: string, stream: string }} Asked */

/** @param {Asked} asked */
function answerTo({ correlationId, stream }) {
  const id = new shared.UUID();
  id.setString(correlationId);
  const answer = new messages.BatchAppendResp();
  answer.setCorrelationId(id);
  answer.setStreamIdentifier(streamIdentifier(stream));
  return answer;
}

/**
 * @param {Asked} asked
 * @param {bigint} revision
 * @param {number | undefined} position
 */
export function written(asked, revision, position) {
  const success = new messages.BatchAppendResp.Success();
  if (revision < 0n) success.setNoStream(new empty.Empty());
  else success.setCurrentRevision(String(revision));
  if (position === undefined) success.setNoPosition(new empty.Empty());
  else success.setPosition(positionOf(position));
  const answer = answerTo(asked);
  answer.setSuccess(success);
  return answer;
}

/** @param {number} position */
function positionOf(position) {
  const message = new shared.AllStreamPosition();
  message.setCommitPosition(String(position));
  message.setPreparePosition(String(position));
  return message;
}

/**
 * @param {Asked} asked
 * @param {import('@eventstore/db-client/generated/code_pb.js').Code} number
 * @param {string} name
 * @param {{ serializeBinary(): Uint8Array }} details
 */
function refused(asked, number, name, details) {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), `event_store.client.${name}`);
  const error = new status.Status();
  error.setCode(number);
  error.setMessage(name);
  error.setDetails(packed);
  const answer = answerTo(asked);
  answer.setError(error);
  return answer;
}

/** @param {Asked} asked @param {import('./append-check.mjs').Expected} expected @param {bigint} current */
export function wrongExpectedVersion(asked, expected, current) {
  const details = new shared.WrongExpectedVersion();
  if (current < 0n) details.setCurrentNoStream(new empty.Empty());
  else details.setCurrentStreamRevision(String(current));
  if (expected === 'any') details.setExpectedAny(new empty.Empty());
  else if (expected === 'no_stream') details.setExpectedNoStream(new empty.Empty());
  else if (expected === 'stream_exists') details.setExpectedStreamExists(new empty.Empty());
  else details.setExpectedStreamPosition(String(expected));
  return refused(asked, code.Code.FAILED_PRECONDITION, 'WrongExpectedVersion', details);
}

/** @param {Asked} asked */
export function streamDeleted(asked) {
  const details = new shared.StreamDeleted();
  details.setStreamIdentifier(streamIdentifier(asked.stream));
  return refused(asked, code.Code.FAILED_PRECONDITION, 'StreamDeleted', details);
}

/** @param {Asked} asked */
export function tooLarge(asked) {
  const details = new shared.MaximumAppendSizeExceeded();
  details.setMaxappendsize(MAX_APPEND_BYTES);
  return refused(asked, code.Code.INVALID_ARGUMENT, 'MaximumAppendSizeExceeded', details);
}

/** @param {Asked} asked */
export const badRequest = (asked) => refused(asked, code.Code.INVALID_ARGUMENT, 'BadRequest', new shared.BadRequest());

/** @param {Asked} asked */
export const timedOut = (asked) => refused(asked, code.Code.DEADLINE_EXCEEDED, 'Timeout', new shared.Timeout());

/** Of a member that knows of no leader: no code, and nothing in the details. @param {Asked} asked */
export function notReady(asked) {
  const packed = new any.Any();
  packed.pack(new empty.Empty().serializeBinary(), 'google.protobuf.Empty');
  const error = new status.Status();
  error.setMessage(NOT_READY);
  error.setDetails(packed);
  const answer = answerTo(asked);
  answer.setError(error);
  return answer;
}
