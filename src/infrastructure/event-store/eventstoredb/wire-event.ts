import type { BinaryEventType, EventData } from '@eventstore/db-client';
import type { BatchAppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { NewStoredEvent } from '../../../application/ports/event-store.js';

const utf8 = new TextEncoder();
const openingBrace = 0x7b;

/**
 * As bytes: texts that are given as JSON are parsed and written again by the client (6.2.1), into base64 and out of it
 * again, which takes ten times as long. What they are, {@link nameJson} says.
 */
export function toWire({ id, type, data, metadata }: NewStoredEvent): EventData<BinaryEventType> {
  return {
    id,
    type,
    contentType: 'application/octet-stream',
    data: utf8.encode(data),
    metadata: utf8.encode(metadata),
  };
}

/** The server's own pages show the data of events that are named JSON. */
export function nameJson(request: BatchAppendReq): void {
  for (const message of request.getProposedMessagesList())
    if (message.getData_asU8()[0] === openingBrace) message.getMetadataMap().set('content-type', 'application/json');
}

export function isServersOwn({ type, streamId }: { readonly type: string; readonly streamId: string }): boolean {
  return type.startsWith('$') || streamId.startsWith('$');
}
