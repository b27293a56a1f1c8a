import type { Recorded } from '../../domain/shared/recorded.js';
import type { EventCodec, KeyRing } from '../ports/event-codec.js';
import type { StoredEvent } from '../ports/event-store.js';

/** Opened in one turn of the event loop: some milliseconds. */
const mostEvents = 100;
const mostCharacters = 1_000_000;

/** The events of a stream, however long it is: others have their turns in between. With `keys`, decrypted. */
export async function decodeInTurns(
  codec: Pick<EventCodec, 'decode'>,
  stored: readonly StoredEvent[],
  keys: KeyRing | undefined,
): Promise<readonly Recorded[]> {
  const recorded: Recorded[] = [];
  for (let from = 0; from < stored.length; ) {
    if (from > 0) await new Promise((resolve) => setImmediate(resolve));
    const to = endOfTurn(stored, from);
    const some = stored.slice(from, to);
    for (const each of keys === undefined ? codec.decode(some) : codec.decode(some, keys)) recorded.push(each);
    from = to;
  }
  return recorded;
}

function endOfTurn(stored: readonly StoredEvent[], from: number): number {
  let characters = 0;
  for (let at = from; at < stored.length && at - from < mostEvents; at += 1) {
    characters += stored[at]?.data.length ?? 0;
    if (characters >= mostCharacters) return at + 1;
  }
  return Math.min(stored.length, from + mostEvents);
}
