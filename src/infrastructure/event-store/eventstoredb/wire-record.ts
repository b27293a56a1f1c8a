import type { Transform } from 'node:stream';
import type { StreamingRead } from '@eventstore/db-client';
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { isStreamName, type StreamName } from '../../../domain/shared/stream-name.js';
import { idText } from './batch-stream.js';
import { positionOf } from './log-position.js';
import { isServersOwn } from './wire-event.js';

/** A record of the log, as reads and subscriptions bring it. */
export interface WireRecord {
  /** Where it lies, the server's own records included. */
  readonly place: Position | undefined;
  /**
   * Undefined for the server's own events (links, metadata of streams, tombstones), our removal marks, and what other
   * programs have written.
   */
  readonly event: StoredEvent | undefined;
  /** The stream of an event that is neither Posthorn's nor the server's own: another program writes to this log too. */
  readonly foreign: string | undefined;
}

/**
 * `categories`: those of Posthorn's own streams. From the message itself: the client (6.2.1) would parse data and
 * metadata, and here they are wanted as they are spelt.
 */
export function wireRecord(message: ReadResp.ReadEvent, categories: ReadonlySet<string>): WireRecord {
  const event = message.getEvent();
  const record = message.getLink() ?? event;
  const stream = textOf(event?.getStreamIdentifier()?.getStreamName_asU8());
  const type = event?.getMetadataMap().get('type') ?? '';
  const isOthers = event === undefined || isServersOwn({ type, streamId: stream });
  return {
    // Nothing may be thrown here: it would end the process.
    place: record && positionOf({ commit: record.getCommitPosition(), prepare: record.getPreparePosition() }),
    event: isOthers || !isStreamName(stream, categories) ? undefined : storedEvent(event, stream, type),
    foreign: isOthers || isStreamName(stream, categories) ? undefined : stream,
  };
}

export class TooOldServer extends Error {}

/** {@link TooOldServer} where there is none. */
export function placeOf({ place }: Pick<WireRecord, 'place'>): Position {
  if (place === undefined) throw new TooOldServer('the server names no position: it is older than 22.6');
  return place;
}

/**
 * Has a read that was just begun give {@link WireRecord}s. `onAbsent`: there is no such stream, as is the rule where a
 * recipient is looked for among suppressions; the read gives nothing then, instead of an error that takes longer to
 * make than the rest.
 */
export function asWireRecords(
  read: StreamingRead<unknown>,
  categories: ReadonlySet<string>,
  onAbsent?: () => void,
): StreamingRead<WireRecord> {
  // Each of the client's reads transforms the messages of the server. Nothing has come yet.
  const stream = read as unknown as Transform;
  const transform = stream._transform.bind(stream);
  stream._transform = (message: ReadResp, encoding, done) => {
    const event = message.hasEvent() ? message.getEvent() : undefined;
    if (event !== undefined) {
      done(null, wireRecord(event, categories));
    } else if (onAbsent !== undefined && message.hasStreamNotFound()) {
      onAbsent();
      // The server ends the read.
      done();
    } else {
      transform(message, encoding, done);
    }
  };
  return read as StreamingRead<WireRecord>;
}

type RecordedEvent = NonNullable<ReturnType<ReadResp.ReadEvent['getEvent']>>;

function storedEvent(event: RecordedEvent, stream: StreamName, type: string): StoredEvent {
  return {
    stream,
    revision: Number(event.getStreamRevision()),
    position: positionOf({ commit: event.getCommitPosition(), prepare: event.getPreparePosition() }),
    id: idText(event.getId()),
    type,
    data: textOf(event.getData_asU8()),
    metadata: textOf(event.getCustomMetadata_asU8()),
  };
}

function textOf(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}
