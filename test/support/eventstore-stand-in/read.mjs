// @ts-check
/** Reads of one stream and of `$all`; a read that does not end is a subscription. */
import { streamName } from './append-requests.mjs';
import { countUpTo, isReadable } from './positions.mjs';
import * as answers from './read-answers.mjs';
import * as refusals from './refusals.mjs';
import { roomIn } from './sending.mjs';
import { firstVisible, isSoftDeleted } from './stream-metadata.mjs';
import { subscribe } from './subscription.mjs';

/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').ReadReq} ReadReq */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').ReadReq.Options} ReadOptions */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').ReadReq.Options.StreamOptions} StreamOptions */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').ReadReq.Options.AllOptions} AllOptions */
/** @typedef {import('@grpc/grpc-js').ServerWritableStream<ReadReq, Uint8Array>} ReadCall */
/** @typedef {import('./event-message.mjs').RecordedEvent} RecordedEvent */

const BACKWARDS = 1;

/** @param {import('./streams-service.mjs').Context} context */
export function read(context) {
  return async (/** @type {ReadCall} */ call) => {
    call.on('error', () => {});
    await context.faults.passGate();
    if (call.cancelled) return;
    // For instance a filter that is no regular expression.
    await answer(context, call).catch(() => fail(call, refusals.handlerFailed()));
  };
}

/**
 * @param {import('./streams-service.mjs').Context} context
 * @param {ReadCall} call
 */
async function answer(context, call) {
  const options = call.request.getOptions();
  const stream = options?.getStream();
  const all = options?.getAll();
  const isSubscription = options?.hasSubscription();
  if (options && stream) return (isSubscription ? subscribeToStream : readStream)(context, call, options, stream);
  if (options && all) return (isSubscription ? subscribeToAll : readAll)(context, call, options, all);
}

/**
 * @param {import('./streams-service.mjs').Context} context
 * @param {ReadCall} call
 * @param {ReadOptions} options
 * @param {StreamOptions} from
 */
async function readStream({ streams, faults }, call, options, from) {
  const name = streamName(from.getStreamIdentifier());
  if (streams.isDeleted(name)) return fail(call, refusals.streamDeleted(name));
  const { events, metadata } = streams.shown(name);
  if (events.length === 0 || isSoftDeleted(metadata)) {
    call.write(answers.streamNotFound(name));
    return call.end();
  }
  const isBackwards = options.getReadDirection() === BACKWARDS;
  const count = Number(options.getCount());
  if (count === 0 || (from.hasEnd() && !isBackwards)) {
    return fail(call, refusals.unexpected('Unexpected ReadStreamResult: Error'));
  }
  const first = firstVisible(events, metadata, faults.now());
  if (!isBackwards) {
    const start = Math.max(from.hasStart() ? 0 : Number(from.getRevision()), first);
    return send(call, events.slice(start, Math.min(start + count, events.length)));
  }
  const end = Math.min(from.hasEnd() ? Infinity : from.hasStart() ? 1 : Number(from.getRevision()) + 1, events.length);
  return send(call, events.slice(Math.max(end - count, first), Math.max(end, first)).reverse());
}

/**
 * @param {import('./streams-service.mjs').Context} context
 * @param {ReadCall} call
 * @param {ReadOptions} options
 * @param {AllOptions} from
 */
async function readAll({ streams }, call, options, from) {
  const { all } = streams;
  const position = positionOf(from);
  const count = Number(options.getCount());
  if (count === 0 || !isReadable(streams, position)) {
    return fail(call, refusals.unexpected('Unexpected ReadAllResult: Error'));
  }
  const start = countUpTo(all, position, 'before');
  if (options.getReadDirection() !== BACKWARDS) return send(call, all.slice(start, start + count));
  return send(call, all.slice(Math.max(start - count, 0), start).reverse());
}

/**
 * @param {import('./streams-service.mjs').Context} context
 * @param {ReadCall} call
 * @param {ReadOptions} _options
 * @param {StreamOptions} from
 */
async function subscribeToStream(context, call, _options, from) {
  const { streams, faults } = context;
  const name = streamName(from.getStreamIdentifier());
  if (streams.isDeleted(name)) return fail(call, refusals.streamDeleted(name));
  const { events, metadata } = streams.shown(name);
  const asked = from.hasStart() ? 0 : from.hasEnd() ? events.length : Number(from.getRevision()) + 1;
  const start = Math.max(asked, firstVisible(events, metadata, faults.now()));
  return subscribe(context, call, { source: events, start, stream: name });
}

/**
 * @param {import('./streams-service.mjs').Context} context
 * @param {ReadCall} call
 * @param {ReadOptions} options
 * @param {AllOptions} from
 */
async function subscribeToAll(context, call, options, from) {
  const { all } = context.streams;
  const position = positionOf(from);
  if (!isReadable(context.streams, position)) return fail(call, refusals.handlerFailed());
  const start = from.hasStart() ? 0 : countUpTo(all, position, 'through');
  const filter = options.getFilter();
  return subscribe(context, call, { source: all, start, ...(filter && { filter }) });
}

/** @param {AllOptions} from */
function positionOf(from) {
  if (from.hasEnd()) return { commit: Infinity, prepare: Infinity };
  const position = from.getPosition();
  return { commit: Number(position?.getCommitPosition() ?? 0), prepare: Number(position?.getPreparePosition() ?? 0) };
}

/** @param {ReadCall} call @param {readonly RecordedEvent[]} events */
async function send(call, events) {
  for (const { wire } of events) {
    if (call.cancelled) return;
    if (!call.write(wire)) await roomIn(call);
  }
  call.end();
}

/** @param {ReadCall} call @param {refusals.Refusal} refusal */
function fail(call, refusal) {
  call.emit('error', refusal);
}
