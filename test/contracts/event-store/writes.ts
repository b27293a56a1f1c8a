import { randomUUID } from 'node:crypto';
import type { ExpectedRevision, NewStoredEvent, StreamAppend } from '../../../src/application/ports/event-store.js';
import { type Category, type StreamName, streamName } from '../../../src/domain/shared/stream-name.js';

/** A stream that no other test and no earlier run has used. */
export function newStream(category: Category = 'email'): StreamName {
  return streamName(category, randomUUID());
}

export function newEvent(type: string): NewStoredEvent {
  return { id: randomUUID(), type, data: `{"of":"${type}"}`, metadata: '{"time":"2026-01-02T03:04:05.678Z"}' };
}

/** One stream's part of an append, with new ids. */
export function write(stream: StreamName, expected: ExpectedRevision, ...types: [string, ...string[]]): StreamAppend {
  const [first, ...rest] = types;
  return { stream, expected, events: [newEvent(first), ...rest.map(newEvent)] };
}
