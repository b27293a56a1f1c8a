import type { Kid } from '../../domain/shared/personal.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import type { EventCodec, KeyRing } from '../ports/event-codec.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { KeyStore } from '../ports/vault.js';
import { nextTurn } from './delay.js';

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
  await inTurns(stored, (some) => {
    for (const each of keys === undefined ? codec.decode(some) : codec.decode(some, keys)) recorded.push(each);
  });
  return recorded;
}

/** The keys that decrypting these events needs, looked for as {@link decodeInTurns} decodes. */
export async function keysInTurns(
  { codec, keys }: { readonly codec: Pick<EventCodec, 'kids'>; readonly keys: Pick<KeyStore, 'getMany'> },
  stored: readonly StoredEvent[],
): Promise<KeyRing> {
  return keys.getMany(await kidsInTurns(codec, stored));
}

/** The same keys by name, those that are destroyed too. */
export async function kidsInTurns(
  codec: Pick<EventCodec, 'kids'>,
  stored: readonly StoredEvent[],
): Promise<readonly Kid[]> {
  const kids = new Set<Kid>();
  await inTurns(stored, (some) => {
    for (const kid of codec.kids(some)) kids.add(kid);
  });
  return [...kids];
}

async function inTurns(stored: readonly StoredEvent[], work: (some: readonly StoredEvent[]) => void): Promise<void> {
  for (let from = 0; from < stored.length; ) {
    if (from > 0) await nextTurn();
    const to = endOfTurn(stored, from);
    work(stored.slice(from, to));
    from = to;
  }
}

function endOfTurn(stored: readonly StoredEvent[], from: number): number {
  let characters = 0;
  for (let at = from; at < stored.length && at - from < mostEvents; at += 1) {
    characters += stored[at]?.data.length ?? 0;
    if (characters >= mostCharacters) return at + 1;
  }
  return Math.min(stored.length, from + mostEvents);
}
