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
export class Unsealed {
  readonly #leaves = new Map<StreamName, SealLeaf>();
  #leafBytes = 0;
  #count = 0;
  #first: EventHead | undefined;
  #last: EventHead | undefined;

  /** Whether another seal has to come before this event. */
  isFullFor({ stream }: EventHead): boolean {
    if (this.#count >= maxEvents) return true;
    return !this.#leaves.has(stream) && this.#leafBytes + bytesOf(stream) > maxLeafBytes;
  }

  take(head: EventHead): void {
    const { stream, revision, digest } = head;
    if (digest === null) throw new Error(`${stream} revision ${revision} has no digest: it cannot be sealed`);
    if (!this.#leaves.has(stream)) this.#leafBytes += bytesOf(stream);
    this.#leaves.set(stream, [stream, revision, digest]);
    this.#count += 1;
    this.#first ??= head;
    this.#last = head;
  }

  /** What a seal over all of it says, and the last event; undefined where nothing was taken. */
  content(): { readonly range: SealedRange; readonly last: Cause } | undefined {
    const [first, last] = [this.#first, this.#last];
    if (first === undefined || last === undefined) return undefined;
    const leaves = [...this.#leaves.values()].sort(([a], [b]) => (a < b ? -1 : 1));
    const range = { firstEventId: first.id, lastEventId: last.id, count: this.#count, leaves };
    return { range, last: { id: last.id, position: last.position } };
  }
}

/** In UTF-8 a character of a name takes four bytes at most, and in ours always one. */
function bytesOf(stream: StreamName): number {
  return stream.length + leafOverheadBytes;
}
