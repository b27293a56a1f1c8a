import {
  type ExpectedRevision,
  MAX_APPEND_BYTES,
  type NewStoredEvent,
  type StreamAppend,
} from '../../application/ports/event-store.js';

export type AppendFault =
  | 'no-streams'
  | 'bad-stream-name'
  | 'bad-expected-revision'
  | 'no-events'
  | 'empty-type'
  | 'bad-event-id'
  | 'too-large';

/** The caller asked for what no engine takes: a programming error, found before any driver saw it. */
export class InvalidAppendError extends Error {
  constructor(
    readonly code: AppendFault,
    /** Names stream, type or size; never an event's data. */
    message: string,
  ) {
    super(message);
  }
}

/** A category without a dash, a dash, an id. */
const streamNamePattern = /^[a-z]+-./;

/** Lower case only: an engine that stores ids as 16 bytes would give another spelling back. */
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * The rules of every adapter. Not left to the engines: one of them ends the whole process on a bad id or type.
 * Throws {@link InvalidAppendError}.
 */
export function checkAppend(writes: readonly StreamAppend[]): void {
  if (writes.length === 0) throw new InvalidAppendError('no-streams', 'an append names at least one stream');
  for (const { stream, expected, events } of writes) {
    if (!streamNamePattern.test(stream)) throw new InvalidAppendError('bad-stream-name', `no stream name: "${stream}"`);
    checkExpected(stream, expected);
    if (events.length === 0) throw new InvalidAppendError('no-events', `nothing to append to ${stream}`);
    for (const event of events) checkEvent(stream, event);
    const bytes = events.reduce((sum, event) => sum + sizeOf(event), 0);
    if (bytes > MAX_APPEND_BYTES) {
      throw new InvalidAppendError(
        'too-large',
        `${bytes} bytes for ${stream}, at most ${MAX_APPEND_BYTES} in one append`,
      );
    }
  }
}

function checkExpected(stream: string, expected: ExpectedRevision): void {
  if (expected === 'no-stream' || (Number.isSafeInteger(expected) && expected >= 0)) return;
  throw new InvalidAppendError('bad-expected-revision', `no revision for ${stream}: ${String(expected)}`);
}

function checkEvent(stream: string, { id, type }: NewStoredEvent): void {
  if (type === '') throw new InvalidAppendError('empty-type', `an event for ${stream} has no type`);
  if (!uuidPattern.test(id)) throw new InvalidAppendError('bad-event-id', `no lower-case UUID: "${id}" for ${stream}`);
}

function sizeOf({ type, data, metadata }: NewStoredEvent): number {
  return Buffer.byteLength(type) + Buffer.byteLength(data) + Buffer.byteLength(metadata);
}
