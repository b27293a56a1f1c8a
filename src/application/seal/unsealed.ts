import type { SealLeaf } from '../../domain/log-seal/events.js';
import type { Cause } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import { MAX_APPEND_BYTES, type EventHead } from '../ports/event-store.js';
import type { SealedRange } from './seal-content.js';

const maxEvents = 10_000;

/** Beside the leaves, one append holds the rest of the event and its metadata. */
const maxLeafBytes = MAX_APPEND_BYTES - 64 * 1024;

/** A leaf's digest, revision and punctuation, at most; the name comes on top. */
const leafOverheadBytes = 96;

/** What has come since the last seal: one line for each stream, whatever was written to it. */
export interface Unsealed {
  /** Whether another seal has to come before this event. */
  isFullFor(head: EventHead): boolean;
  take(head: EventHead): void;
  /** What a seal over all of it says, and the last event; undefined where nothing was taken. */
  content(): { readonly range: SealedRange; readonly last: Cause } | undefined;
}

export function createUnsealed(): Unsealed {
  const leaves = new Map<StreamName, SealLeaf>();
  let leafBytes = 0;
  let count = 0;
  let first: EventHead | undefined;
  let last: EventHead | undefined;
  return {
    isFullFor({ stream }) {
      if (count >= maxEvents) return true;
      return !leaves.has(stream) && leafBytes + bytesOf(stream) > maxLeafBytes;
    },
    take(head) {
      const { stream, revision, digest } = head;
      if (digest === null) throw new Error(`${stream} revision ${revision} has no digest: it cannot be sealed`);
      if (!leaves.has(stream)) leafBytes += bytesOf(stream);
      leaves.set(stream, [stream, revision, digest]);
      count += 1;
      first ??= head;
      last = head;
    },
    content() {
      if (first === undefined || last === undefined) return undefined;
      const sorted = [...leaves.values()].sort(([a], [b]) => (a < b ? -1 : 1));
      const range = { firstEventId: first.id, lastEventId: last.id, count, leaves: sorted };
      return { range, last: { id: last.id, position: last.position } };
    },
  };
}

/** In UTF-8 a character of a name takes four bytes at most, and in ours always one. */
function bytesOf(stream: StreamName): number {
  return stream.length + leafOverheadBytes;
}
