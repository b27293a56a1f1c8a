import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StoredEvent } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { isStreamName } from '../../../domain/shared/stream-name.js';
import { idText } from './batch-stream.js';
import { positionOf } from './log-position.js';
import { isServersOwn } from './wire-event.js';

/** A record of a subscription. */
export interface WireRecord {
  readonly place: Position | undefined;
  /** As `fromWire`. */
  readonly event: StoredEvent | undefined;
}

/** From the message itself: the client (6.2.1) would parse data and metadata, and here they are wanted as they are spelt. */
export function wireRecord(message: ReadResp.ReadEvent): WireRecord {
  const record = message.getLink() ?? message.getEvent();
  return {
    // Nothing may be thrown here: it would end the process.
    place: record && positionOf({ commit: record.getCommitPosition(), prepare: record.getPreparePosition() }),
    event: storedEvent(message.getEvent()),
  };
}

type RecordedEvent = NonNullable<ReturnType<ReadResp.ReadEvent['getEvent']>>;

function storedEvent(event: RecordedEvent | undefined): StoredEvent | undefined {
  const stream = textOf(event?.getStreamIdentifier()?.getStreamName_asU8());
  const type = event?.getMetadataMap().get('type') ?? '';
  if (event === undefined || isServersOwn({ type, streamId: stream }) || !isStreamName(stream)) return undefined;
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
