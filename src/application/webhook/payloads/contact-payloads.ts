import type { ContactEvent } from '../../../domain/contact/events.js';
import { byContactWireName } from '../../../domain/shared/contact-fields.js';
import type { Recorded } from '../../../domain/shared/recorded.js';
import type { ContactDocument } from '../../../projections/contacts/contacts.projection.js';
import { importerId } from '../../contact/importer.js';
import type { ContactData, MessageSubject, Payload } from './payload.js';

/** A contact's stream to its end, and how it is folded. */
export interface ContactStory {
  readonly events: readonly Recorded[];
  readonly revision: number;
  readonly fold: (events: readonly Recorded[]) => ContactDocument | undefined;
}

const subject: MessageSubject = { emailId: null, domainId: null, tags: [] };

/**
 * One request may leave several events, which are one change: its first event makes the message, which shows the
 * contact as it was after the last. What an import changes makes none.
 */
export function contactPayloads(event: ContactEvent, { events, revision, fold }: ContactStory): readonly Payload[] {
  const { start, end } = requestAround(events, revision);
  if (events[revision]?.metadata.actor.id === importerId) return [];
  if (event.type === 'ContactDeleted') return described('contact.deleted', fold(events.slice(0, revision)));
  const contact = fold(events.slice(0, end));
  if (event.type === 'ContactCreated') return described('contact.created', contact);
  const request = events.slice(start, end).map((recorded) => recorded.event as ContactEvent);
  const before = request.slice(0, revision - start);
  if (contact === undefined || request.some(({ type }) => type === 'ContactCreated')) return [];
  if (!isOfTopic(event)) return before.every(isOfTopic) ? described('contact.updated', contact) : [];
  if (before.some(isOfTopic)) return [];
  const topics = request.flatMap((each) => {
    if (each.type !== 'ContactSubscribed' && each.type !== 'ContactUnsubscribed') return [];
    const { topicId } = each.data;
    if (topicId === null) return [];
    return [
      { id: topicId, subscription: each.type === 'ContactSubscribed' ? ('opt_in' as const) : ('opt_out' as const) },
    ];
  });
  return [{ type: 'contact.topics.updated', data: { email: contact.email, topics }, subject }];
}

/** The events around it that the same request left: from, and until before. */
function requestAround(events: readonly Recorded[], revision: number) {
  const { correlationId, time } = events[revision]?.metadata ?? {};
  const isOfRequest = (index: number) => {
    const metadata = events[index]?.metadata;
    return metadata?.correlationId === correlationId && metadata?.time === time;
  };
  let [start, end] = [revision, revision + 1];
  while (start > 0 && isOfRequest(start - 1)) start -= 1;
  while (end < events.length && isOfRequest(end)) end += 1;
  return { start, end };
}

function isOfTopic(event: ContactEvent): boolean {
  return (event.type === 'ContactSubscribed' || event.type === 'ContactUnsubscribed') && event.data.topicId !== null;
}

function described(
  type: 'contact.created' | 'contact.updated' | 'contact.deleted',
  contact: ContactDocument | undefined,
): readonly Payload[] {
  if (contact === undefined) return [];
  const data: ContactData = {
    id: contact.id,
    audience_id: contact.teamId,
    segment_ids: Object.keys(contact.segments).sort(),
    created_at: contact.createdAt,
    updated_at: contact.updatedAt,
    email: contact.email,
    ...byContactWireName((key) => contact[key]),
    unsubscribed: contact.unsubscribed,
  };
  return [{ type, data, subject }];
}
