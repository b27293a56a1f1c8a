import type { StreamName } from '../../domain/shared/stream-name.js';
import type { StoredEvent } from '../ports/event-store.js';
import { about, type Finding } from './finding.js';
import type { Boundary } from './seal-boundary.js';
import type { StreamEnds } from './stream-ends.js';
import type { StreamHead } from './succession.js';

/** The last event of a stream within the span. */
interface End extends StreamHead {
  readonly id: string;
}

/** The covered events of the log between two seals: one line in memory for each of their streams. */
export class Span {
  readonly #ends = new Map<StreamName, End>();
  #count = 0;
  #first: StoredEvent | undefined;
  #last: StoredEvent | undefined;

  get count(): number {
    return this.#count;
  }

  get last(): StoredEvent | undefined {
    return this.#last;
  }

  take(event: StoredEvent): void {
    this.#count += 1;
    this.#first ??= event;
    this.#last = event;
  }

  /** How its stream ends now; needed only where another seal comes behind it. */
  remember({ stream, revision, id }: StoredEvent, digest: string): void {
    this.#ends.set(stream, { revision, digest, id });
  }

  /** Whether the seal says of the whole span what the log has. What it names and the log has not goes to `ends`. */
  compare({ seal, stored }: Boundary, ends: StreamEnds): Finding | undefined {
    const { leaves, firstEventId, lastEventId, count } = seal.event.data;
    const number = seal.revision + 1;
    let missing = 0;
    for (const [stream, revision, digest] of leaves) {
      const found = this.#ends.get(stream);
      this.#ends.delete(stream);
      if (found === undefined || found.revision < revision) {
        ends.missing(stream, { revision, digest, seal: number });
        missing += 1;
      } else if (found.revision > revision) {
        return { ...place(stream, found), problem: `seal ${number} ends its stream before it, at ${revision}` };
      } else if (found.digest !== digest) {
        return { ...place(stream, found), problem: `it is not the event that seal ${number} names` };
      }
    }
    const [extra] = this.#ends;
    if (extra !== undefined) return { ...place(...extra), problem: `seal ${number} should cover it and does not` };
    if (missing > 0) return undefined;
    if (count !== this.#count) return about(stored, `it speaks of ${count} events, and there are ${this.#count}`);
    if (this.#first?.id !== firstEventId) return about(stored, 'its first event is another one');
    return this.#last?.id === lastEventId ? undefined : about(stored, 'its last event is another one');
  }
}

function place(stream: StreamName, { revision, id }: End): Omit<Finding, 'problem'> {
  return { stream, revision, position: null, id };
}
