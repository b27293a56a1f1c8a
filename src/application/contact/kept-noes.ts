import { contact, type ContactState, unsubscribedIn } from '../../domain/contact/contact.js';
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

/** What a contact had said no to when it was deleted: a crash came before its address was freed with it. */
export function lastWordsOf({ events }: { readonly events: readonly Recorded[] }): readonly (string | null)[] {
  // The codec types the union of all events; a stream holds those of its own aggregate.
  const fold = (state: ContactState | 'deleted' | null, { event, metadata }: Recorded) =>
    contact.evolve(state, event as ContactEvent, metadata.time);
  const state = events.slice(0, -1).reduce(fold, null);
  return state === null || state === 'deleted' ? [] : unsubscribedIn(state);
}
