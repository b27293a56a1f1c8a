// @ts-check
/** Refusals of calls of their own: a gRPC status with the trailers that the client turns into its error classes. */
import grpc from '@grpc/grpc-js';

export const NOT_READY = 'Server Is Not Ready';
export const MAX_APPEND_BYTES = 1024 * 1024;

/** How trailers name what is no revision. */
const EXPECTED_NUMBERS = { any: '-2', no_stream: '-1', stream_exists: '-4' };

/**
 * @param {grpc.status} code
 * @param {string} details
 * @param {Record<string, string>} [trailers]
 */
function refusal(code, details, trailers = {}) {
  const metadata = new grpc.Metadata();
  for (const [name, value] of Object.entries(trailers)) {
    metadata.set(name, /^[ -~]*$/.test(value) ? value : encodeURIComponent(value));
  }
  return { code, details, metadata };
}

/** @typedef {ReturnType<typeof refusal>} Refusal */

/** @param {string} stream */
export const streamDeleted = (stream) =>
  refusal(grpc.status.FAILED_PRECONDITION, 'Event stream is deleted.', {
    exception: 'stream-deleted',
    'stream-name': stream,
  });

/**
 * @param {string} stream
 * @param {import('./append-check.mjs').Expected} expected
 * @param {bigint} current
 */
export const wrongExpectedVersion = (stream, expected, current) =>
  refusal(grpc.status.FAILED_PRECONDITION, 'The stream is at another revision.', {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': typeof expected === 'bigint' ? String(expected) : EXPECTED_NUMBERS[expected],
    'actual-version': String(current),
  });

export const appendTooLarge = () =>
  refusal(grpc.status.INVALID_ARGUMENT, 'Maximum append size exceeded.', {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND_BYTES),
  });

export const consumerTooSlow = () =>
  refusal(grpc.status.ABORTED, 'Consumer too slow to handle event while live. Client resubscription required.');

/** @param {number} leaderPort */
export const notLeader = (leaderPort) =>
  refusal(grpc.status.NOT_FOUND, 'Leader info available', {
    exception: 'not-leader',
    'leader-endpoint-host': '127.0.0.1',
    'leader-endpoint-port': String(leaderPort),
  });

/** Of a call; on the batch path it stands inside an answer. */
export const notReady = () => refusal(grpc.status.UNAVAILABLE, NOT_READY);

export const leaderGone = () => refusal(grpc.status.UNAVAILABLE, 'The leader is gone.');

/** @param {string} what */
export const unexpected = (what) => refusal(grpc.status.UNKNOWN, what);

export const handlerFailed = () => unexpected('Exception was thrown by handler.');
