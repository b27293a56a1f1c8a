import { UnreadableEvent } from '../ports/event-codec.js';
import type { EventStore, StoredEvent, StreamRemoval } from '../ports/event-store.js';

/**
 * What an event says of its place in the chain: its digest as stored and as it must be, and that of the one before it.
 */
export interface ChainLink {
  readonly digest: string;
  readonly computed: string;
  readonly predecessor: string | null;
}

/** The last event of a stream that was found in order. */
export interface StreamHead {
  readonly revision: number;
  readonly digest: string;
}

/**
 * Whether the event may stand where it stands in its stream; otherwise what is wrong. A stream begins at revision 0, or
 * behind its last soft removal, without a predecessor. A tombstone has nothing behind it.
 */
export async function checkSuccession(
  store: Pick<EventStore, 'removalOf'>,
  { stream, revision }: StoredEvent,
  { predecessor }: ChainLink,
  before: StreamHead | undefined,
): Promise<string | undefined> {
  if (before === undefined) return checkOpening(revision, predecessor, await store.removalOf(stream));
  if (revision !== before.revision + 1) return `revision ${revision} follows revision ${before.revision}`;
  return predecessor === before.digest ? undefined : 'the predecessor that it names is not the event before it';
}

function checkOpening(
  revision: number,
  predecessor: string | null,
  removal: StreamRemoval | undefined,
): string | undefined {
  if (removal?.mode === 'tombstone') return 'its stream was removed permanently';
  const first = removal === undefined ? 0 : removal.lastRevision + 1;
  if (revision !== first) return `its stream begins with revision ${revision} and not with ${first}`;
  return predecessor === null ? undefined : 'it opens its stream and names a predecessor';
}

/** What is wrong, as the reading says or as the error that it ended with. */
export function problemInWords<Answer>(read: () => Answer): Answer | string {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    // Its message is the event's name, a colon, and the problem.
    return error.message.slice(error.message.indexOf(': ') + 2);
  }
}
