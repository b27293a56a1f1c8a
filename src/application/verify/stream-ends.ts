import type { StreamRetired } from '../../domain/retention/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { StreamHead } from './succession.js';

/** A stream of which a seal names an event that is not there. */
export interface MissingEnd extends StreamHead {
  readonly seal: number;
}

/** Which streams have lost what seals know of them, and which have the right to. */
export class StreamEnds {
  readonly #missing = new Map<StreamName, MissingEnd>();
  readonly #retired = new Map<StreamName, StreamHead>();
  readonly #unremoved = new Map<StreamName, { readonly position: Position; readonly lastRevision: number }>();

  /** Ends that no retirement explains, so far. */
  get unexplained(): ReadonlyMap<StreamName, MissingEnd> {
    return this.#missing;
  }

  /** Retired, and still there when it was: position of the retirement, and the revision that must be gone. */
  get unremoved(): ReadonlyMap<StreamName, { readonly position: Position; readonly lastRevision: number }> {
    return this.#unremoved;
  }

  /** A seal names this end of the stream, and the log does not have it. */
  missing(stream: StreamName, end: MissingEnd): void {
    this.#missing.set(stream, end);
  }

  /** `current`: the stream's head in the log, where it has one. Says what is wrong with the retirement. */
  retire(
    { stream, lastRevision, headDigest }: StreamRetired['data'],
    current: StreamHead | undefined,
    position: Position,
  ): string | undefined {
    const lost = this.#missing.get(stream);
    const end: StreamHead = { revision: lastRevision, digest: headDigest };
    // Repeated, where a crash left open whether it had been written.
    if (lost === undefined && isSame(this.#retired.get(stream), end)) return undefined;
    const known = lost ?? current;
    if (known === undefined) return `it retires ${stream}, of which no seal knows`;
    if (!isSame(known, end)) {
      return `it retires ${stream} at revision ${lastRevision}, and the stream ended otherwise, at ${known.revision}`;
    }
    if (lost === undefined) this.#unremoved.set(stream, { position, lastRevision });
    this.#missing.delete(stream);
    this.#retired.set(stream, end);
    return undefined;
  }

  /** Whether a stream may go on behind this revision although nothing of it is there. */
  mayGoOnBehind(stream: StreamName, revision: number): boolean {
    return this.#retired.get(stream)?.revision === revision;
  }
}

function isSame(a: StreamHead | undefined, b: StreamHead): boolean {
  return a?.revision === b.revision && a.digest === b.digest;
}
