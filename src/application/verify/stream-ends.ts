import type { StreamRetired } from '../../domain/retention/events.js';
import type { Position } from '../../domain/shared/recorded.js';
import type { StreamName } from '../../domain/shared/stream-name.js';
import type { StreamHead } from './succession.js';

type Retirement = StreamRetired['data'];

/** A stream of which a seal names an event that is not there. */
export interface MissingEnd extends StreamHead {
  readonly seal: number;
}

/** Which streams have lost what seals know of them, and which have the right to. */
export interface StreamEnds {
  /** A seal names this end of the stream, and the log does not have it. */
  missing(stream: StreamName, end: MissingEnd): void;
  /** `standing`: how the stream stands in the log, where it does. Says what is wrong with the retirement. */
  retire(retirement: Retirement, standing: StreamHead | undefined, position: Position): string | undefined;
  /** Whether a stream may go on behind this revision although nothing of it is there. */
  mayGoOnBehind(stream: StreamName, revision: number): boolean;
  /** Ends that no retirement explains, so far. */
  unexplained(): ReadonlyMap<StreamName, MissingEnd>;
  /** Retired, and still there when it was: position of the retirement, and the revision that must be gone. */
  readonly standing: ReadonlyMap<StreamName, { readonly position: Position; readonly lastRevision: number }>;
}

export function createStreamEnds(): StreamEnds {
  const missing = new Map<StreamName, MissingEnd>();
  const retired = new Map<StreamName, StreamHead>();
  const standing = new Map<StreamName, { position: Position; lastRevision: number }>();
  return {
    missing: (stream, end) => void missing.set(stream, end),
    retire({ stream, lastRevision, headDigest }, head, position) {
      const lost = missing.get(stream);
      const end: StreamHead = { revision: lastRevision, digest: headDigest };
      // Repeated, where a crash left open whether it had been written.
      if (lost === undefined && isSame(retired.get(stream), end)) return undefined;
      const known = lost ?? head;
      if (known === undefined) return `it retires ${stream}, of which no seal knows`;
      if (!isSame(known, end)) {
        return `it retires ${stream} at revision ${lastRevision}, and the stream ended otherwise, at ${known.revision}`;
      }
      if (lost === undefined) standing.set(stream, { position, lastRevision });
      missing.delete(stream);
      retired.set(stream, end);
      return undefined;
    },
    mayGoOnBehind: (stream, revision) => retired.get(stream)?.revision === revision,
    unexplained: () => missing,
    standing,
  };
}

function isSame(a: StreamHead | undefined, b: StreamHead): boolean {
  return a?.revision === b.revision && a.digest === b.digest;
}
