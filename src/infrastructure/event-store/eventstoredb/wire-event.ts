import { type AllStreamResolvedEvent, binaryEvent, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import type { NewStoredEvent, StoredEvent } from '../../../application/ports/event-store.js';
import type { Position } from '../../../domain/shared/recorded.js';
import { isStreamName } from '../../../domain/shared/stream-name.js';
import { InvalidAppendError } from '../append-rules.js';
import { positionOf } from './log-position.js';

export class TooOldServer extends Error {}

type Received = ResolvedEvent | AllStreamResolvedEvent;

/**
 * As the client sends it. It writes JSON itself, so data go as JSON, which the server's own pages can show, only where
 * that gives the very same text, and as bytes otherwise. Metadata are parsed whenever they are read, so for them there
 * is no other way: {@link InvalidAppendError}.
 */
export function toWire({ id, type, data, metadata }: NewStoredEvent) {
  const parsedMetadata = asSpelt(metadata);
  if (parsedMetadata === undefined) {
    throw new InvalidAppendError(
      'metadata-spelling',
      `the metadata of ${type} ${id} are not spelt as JSON writes them`,
    );
  }
  const parsedData = asSpelt(data);
  return parsedData === undefined
    ? binaryEvent({ id, type, data: Buffer.from(data), metadata: parsedMetadata })
    : jsonEvent({ id, type, data: parsedData, metadata: parsedMetadata });
}

/** The object or string that JSON writes as this very text, where there is one. */
function asSpelt(text: string): Record<string, unknown> | unknown[] | string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const fits = (typeof value === 'object' && value !== null) || typeof value === 'string';
    return fits && JSON.stringify(value) === text ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** The stream of an event that is neither Posthorn's nor the server's own: another program writes to this log too. */
export function foreignStream({ event }: Received): string | undefined {
  return event === undefined || isServersOwn(event) || isStreamName(event.streamId) ? undefined : event.streamId;
}

/**
 * Undefined for the server's own events (links, metadata of streams, tombstones), our removal marks, and what other
 * programs have written.
 */
export function fromWire(received: Received): StoredEvent | undefined {
  const { event } = received;
  if (event === undefined || isServersOwn(event) || !isStreamName(event.streamId)) return undefined;
  return {
    stream: event.streamId,
    revision: Number(event.revision),
    position: placeOf(received),
    id: event.id,
    type: event.type,
    data: event.isJson ? JSON.stringify(event.data) : Buffer.from(event.data).toString(),
    metadata: event.metadata === undefined ? '' : JSON.stringify(event.metadata),
  };
}

export function isServersOwn({ type, streamId }: { readonly type: string; readonly streamId: string }): boolean {
  return type.startsWith('$') || streamId.startsWith('$');
}

/** Where a record lies, the server's own included. */
export function placeOf({ event, link }: Received): Position {
  const position = (link ?? event)?.position;
  if (position === undefined) throw new TooOldServer('the server names no position: it is older than 22.6');
  return positionOf(position);
}
