import { contact, type ContactState, unsubscribedIn } from '../../domain/contact/contact.js';
import type { ContactAddressState } from '../../domain/contact/contact-address.js';
import { type ConsentMeans, type ContactEvent, mayBringBack } from '../../domain/contact/events.js';
import type { Recorded } from '../../domain/shared/recorded.js';

interface Said {
  readonly topicId: string | null;
  readonly isSubscribed: boolean;
}

/**
 * What is said of a contact that begins with an address, or moves to it: what was said no to under this address holds,
 * unless somebody says yes to it now by means that may.
 */
export function withKept(
  { consents, occasion }: { readonly consents: readonly Said[]; readonly occasion: { readonly means: ConsentMeans } },
  unsubscribed: readonly (string | null)[],
): readonly Said[] {
  const isBroughtBack = (topicId: string | null) =>
    mayBringBack(occasion.means) && consents.some((each) => each.topicId === topicId && each.isSubscribed);
  const kept = unsubscribed.filter((topicId) => !isBroughtBack(topicId));
  const others = consents.filter(({ topicId }) => !kept.includes(topicId));
  return [...kept.map((topicId) => ({ topicId, isSubscribed: false })), ...others];
}

/**
 * What an address remembers that its contact did not free: it was deleted or has moved away, or never came to it, and a
 * crash came between.
 */
export function keptAt(
  { state, events }: { readonly state: ContactAddressState; readonly events: readonly Recorded[] },
  held: { readonly events: readonly Recorded[] },
  addressHash: string,
): readonly (string | null)[] {
  const taken = events.findLast(({ event }) => event.type === 'ContactAddressTaken');
  let contactState: ContactState | 'deleted' | null = null;
  let isUsed = false;
  for (const { event, metadata, position } of held.events) {
    // The codec types the union of all events; a stream holds those of its own aggregate.
    const next = contact.evolve(contactState, event as ContactEvent, metadata.time);
    const isHere = next !== null && next !== 'deleted' && next.addressHash === addressHash;
    if (isUsed && !isHere) break;
    isUsed ||= isHere && taken !== undefined && position > taken.position;
    contactState = next;
  }
  if (!isUsed || contactState === null || contactState === 'deleted') return state.unsubscribed;
  return unsubscribedIn(contactState);
}
