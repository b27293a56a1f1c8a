// @ts-check
/** An event as the client gets it. The log keeps the very same bytes. */
import shared from '@eventstore/db-client/generated/shared_pb.js';
import messages from '@eventstore/db-client/generated/streams_pb.js';
import { describedBy, parseMetadata } from './stream-metadata.mjs';

const { ReadEvent } = messages.ReadResp;
const TICKS_PER_MS = 10_000n;

/** @typedef {{ id: string, type: string, contentType: string, data: Uint8Array, metadata: Uint8Array }} ProposedEvent */
/**
 * @typedef {object} RecordedEvent
 * @property {string} id
 * @property {string} stream
 * @property {string} type
 * @property {bigint} revision
 * @property {number} position Commit and prepare position.
 * @property {number} createdMs
 * @property {import('./stream-metadata.mjs').StreamMetadata} [streamMetadata] Of the stream that this one describes.
 * @property {Uint8Array} wire The answer that carries it.
 */

/** @param {string} name */
export function streamIdentifier(name) {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(name, 'utf8'));
  return identifier;
}

/**
 * @param {{ stream: string, revision: bigint, position: number, createdMs: number, event: ProposedEvent }} recorded
 * @returns {RecordedEvent}
 */
export function encodeEvent({ stream, revision, position, createdMs, event }) {
  const id = new shared.UUID();
  id.setString(event.id);
  const record = new ReadEvent.RecordedEvent();
  record.setId(id);
  record.setStreamIdentifier(streamIdentifier(stream));
  record.setStreamRevision(String(revision));
  record.setPreparePosition(String(position));
  record.setCommitPosition(String(position));
  record.getMetadataMap().set('type', event.type);
  record.getMetadataMap().set('content-type', event.contentType);
  record.getMetadataMap().set('created', String(BigInt(createdMs) * TICKS_PER_MS));
  record.setCustomMetadata(event.metadata);
  record.setData(event.data);
  const read = new ReadEvent();
  read.setEvent(record);
  read.setCommitPosition(String(position));
  const answer = new messages.ReadResp();
  answer.setEvent(read);
  const wire = answer.serializeBinary();
  return { id: event.id, stream, type: event.type, revision, position, createdMs, wire, ...described(stream, event) };
}

/**
 * @param {Uint8Array} wire
 * @param {number} position
 * @returns {RecordedEvent}
 */
export function decodeEvent(wire, position) {
  const record = messages.ReadResp.deserializeBinary(wire).getEvent()?.getEvent();
  if (!record) throw new Error(`no event at ${position}`);
  const stream = Buffer.from(record.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString('utf8');
  const type = record.getMetadataMap().get('type') ?? '';
  return {
    id: record.getId()?.getString() ?? '',
    stream,
    type,
    revision: BigInt(record.getStreamRevision()),
    position,
    createdMs: Number(BigInt(record.getMetadataMap().get('created') ?? 0) / TICKS_PER_MS),
    wire,
    ...described(stream, { type, data: record.getData_asU8() }),
  };
}

/**
 * @param {string} stream
 * @param {Pick<ProposedEvent, 'type' | 'data'>} event
 */
function described(stream, { type, data }) {
  const isMetadata = type === '$metadata' && describedBy(stream) !== undefined;
  return isMetadata ? { streamMetadata: parseMetadata(data) } : {};
}
