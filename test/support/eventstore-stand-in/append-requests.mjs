// @ts-check
/** What appends of both paths ask for, read from their messages. */
import { MAX_APPEND_BYTES } from './refusals.mjs';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** @typedef {import('./event-message.mjs').ProposedEvent} ProposedEvent */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').AppendReq.ProposedMessage} AppendMessage */
/** @typedef {import('@eventstore/db-client/generated/streams_pb.js').BatchAppendReq.ProposedMessage} BatchMessage */

/**
 * @param {AppendMessage | BatchMessage} message
 * @returns {ProposedEvent}
 */
export function proposedEvent(message) {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? 'application/octet-stream',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** @param {import('@eventstore/db-client/generated/shared_pb.js').StreamIdentifier | undefined} identifier */
export const streamName = (identifier) => Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

/**
 * @param {{ hasAny(): boolean, hasNoStream(): boolean, hasStreamExists(): boolean }} options
 * @param {string} revision
 * @returns {import('./append-check.mjs').Expected}
 */
export function expectedOf(options, revision) {
  if (options.hasAny()) return 'any';
  if (options.hasNoStream()) return 'no_stream';
  return options.hasStreamExists() ? 'stream_exists' : BigInt(revision);
}

/** @param {ProposedEvent} event */
export const isWellFormed = ({ id, type }) => type !== '' && UUID.test(id);

/** The limit is over all events of one append. @param {readonly ProposedEvent[]} events */
export const isTooLarge = (events) =>
  events.reduce(
    (bytes, { type, data, metadata }) => bytes + Buffer.byteLength(type) + data.length + metadata.length,
    0,
  ) > MAX_APPEND_BYTES;
