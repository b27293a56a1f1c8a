import { z } from 'zod';
import type { ContactEvent } from '../../domain/contact/events.js';
import { byContactWireName } from '../../domain/shared/contact-fields.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { type ContactDocument, foldContact } from '../../projections/contacts/contacts.projection.js';
import {
  messageOf,
  type MessageSource,
  noSubject,
  sampleIds,
  type WebhookMessages,
} from '../shared/webhook-message.js';
import { importerId } from '../../domain/shared/contact-origin.js';

const data = z.strictObject({
  id: z.uuid(),
  audience_id: z.string().describe('The ID of the audience, the same for all contacts of a team.'),
  segment_ids: z.array(z.uuid()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  email: z.string(),
  ...byContactWireName(() => z.string().nullable()),
  unsubscribed: z.boolean().describe('Whether the contact is unsubscribed from all marketing.'),
});
type ContactData = z.output<typeof data>;

const topicsData = z.strictObject({
  email: z.string(),
  topics: z
    .array(z.strictObject({ id: z.uuid(), subscription: z.enum(['opt_in', 'opt_out']) }))
    .describe('The topics whose subscription changed.'),
});

/**
 * One request may leave several events, which are one change: its first event makes the message, which shows the
 * contact as it was after the last.
 */
interface Story {
  readonly before: () => ContactDocument | undefined;
  readonly after: () => ContactDocument | undefined;
  readonly request: readonly ContactEvent[];
  /** Those of the same request before this event. */
  readonly earlier: readonly ContactEvent[];
}

/** The events around it that the same request left: from, and until before. */
function requestAround({ recorded, events }: MessageSource<ContactEvent>) {
  const { correlationId, time } = recorded.metadata;
  const isOfRequest = ({ metadata }: Recorded) => metadata.correlationId === correlationId && metadata.time === time;
  const last = events.findIndex((each, index) => index > recorded.revision && !isOfRequest(each));
  const first = events.findLastIndex((each, index) => index < recorded.revision && !isOfRequest(each)) + 1;
  return { first, end: last < 0 ? events.length : last };
}

function isOfTopic(event: ContactEvent): boolean {
  return (event.type === 'ContactSubscribed' || event.type === 'ContactUnsubscribed') && event.data.topicId !== null;
}

function shown(contact: ContactDocument | undefined): ContactData | undefined {
  if (contact === undefined) return undefined;
  return {
    id: contact.id,
    audience_id: contact.teamId,
    segment_ids: Object.keys(contact.segments).sort(),
    created_at: contact.createdAt,
    updated_at: contact.updatedAt,
    email: contact.email,
    ...byContactWireName((key) => contact[key]),
    unsubscribed: contact.unsubscribed,
  };
}

/** A request that creates the contact makes that message alone. */
const isCreated = ({ request }: Story): boolean => request.some(({ type }) => type === 'ContactCreated');

function changedTopics(request: readonly ContactEvent[]) {
  return request.flatMap((event) => {
    if (event.type !== 'ContactSubscribed' && event.type !== 'ContactUnsubscribed') return [];
    const { topicId } = event.data;
    const subscription = event.type === 'ContactSubscribed' ? ('opt_in' as const) : ('opt_out' as const);
    return topicId === null ? [] : [{ id: topicId, subscription }];
  });
}

const sample = (at: string): ContactData => ({
  id: sampleIds.contact,
  audience_id: sampleIds.team,
  segment_ids: [sampleIds.segment],
  created_at: at,
  updated_at: at,
  email: 'customer@example.net',
  ...byContactWireName(() => null),
  first_name: 'Sample',
  unsubscribed: false,
});

const message = messageOf<ContactEvent, Story>();

export const contactMessages = {
  category: 'contact',
  reads: 'whole',
  /** What an import changes makes none. */
  storyOf(source) {
    const { recorded, events } = source;
    if (recorded.metadata.actor.id === importerId) return undefined;
    const { first, end } = requestAround(source);
    return {
      before: () => foldContact(events.slice(0, recorded.revision)),
      after: () => foldContact(events.slice(0, end)),
      request: events.slice(first, end).map(({ event }) => event),
      earlier: events.slice(first, recorded.revision).map(({ event }) => event),
    };
  },
  subjectOf: () => noSubject,
  messages: [
    message('contact.created', {
      from: ['ContactCreated'],
      data,
      summary: 'A contact was created, except by an import',
      make: ({ after }) => shown(after()),
      sample,
    }),
    message('contact.updated', {
      from: [
        'ContactChanged',
        'ContactSubscribed',
        'ContactUnsubscribed',
        'ContactAddedToSegment',
        'ContactRemovedFromSegment',
      ],
      data,
      summary: 'The profile, the segments, or the general subscription of a contact changed, except by an import',
      make(story, event) {
        const isFirst = !isOfTopic(event) && story.earlier.every(isOfTopic);
        return isFirst && !isCreated(story) ? shown(story.after()) : undefined;
      },
      sample,
    }),
    message('contact.topics.updated', {
      from: ['ContactSubscribed', 'ContactUnsubscribed'],
      data: topicsData,
      summary: 'The topic subscriptions of a contact changed, except by an import',
      make(story, event) {
        const isFirst = isOfTopic(event) && !story.earlier.some(isOfTopic);
        const contact = isFirst && !isCreated(story) ? story.after() : undefined;
        return contact === undefined ? undefined : { email: contact.email, topics: changedTopics(story.request) };
      },
      sample: (at): z.output<typeof topicsData> => ({
        email: sample(at).email,
        topics: [{ id: sampleIds.topic, subscription: 'opt_out' }],
      }),
    }),
    message('contact.deleted', {
      from: ['ContactDeleted'],
      data,
      summary: 'A contact was deleted',
      make: ({ before }) => shown(before()),
      sample,
    }),
  ],
} satisfies WebhookMessages<ContactEvent, Story>;
