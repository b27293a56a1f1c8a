import { z } from 'zod';
import { ChangeContact } from '../../../application/contact/manage-contacts.js';
import { ListContactSegments, ListContactTopics } from '../../../application/contact/read-contacts.js';
import { inList, readPage } from '../edge/page.js';
import { restTimestamp } from '../edge/timestamp.js';
import { pathId } from '../edge/uuid.js';
import { id as idParameter } from '../openapi/operation.js';
import { get, patch, post, remove } from '../openapi/served.js';
import * as shown from '../openapi/shared-examples.js';
import { id, listOf, loggedText, timestamp } from '../openapi/shared-schemas.js';
import {
  changeErrors,
  ChangeContactTopicsBody,
  contactIn,
  contactParameter,
  pageOfOne,
  subscriptions,
} from './contacts.bodies.js';

const subscription = z.enum(subscriptions);
const topicRow = z.strictObject({
  id,
  name: loggedText,
  description: loggedText.describe('The description of the topic. Empty if it has none.'),
  subscription: subscription.describe(
    'The choice of the contact, or the default of the topic if the contact made no choice.',
  ),
  created_at: timestamp.describe(
    'The time when the topic was created. Posthorn only: other servers of this API do not have it.',
  ),
});
const segmentRow = z.strictObject({
  id,
  name: loggedText,
  created_at: timestamp.describe('The time when the contact was added to the segment.'),
});
const topicsChanged = z.strictObject({
  object: z.literal('contact_topics'),
  id,
  contact_id: id,
  topics: z.array(z.strictObject({ id, subscription })).describe('The subscriptions in the request.'),
});
const membership = {
  object: z.literal('contact_segment'),
  id: id.describe('The ID of the segment.'),
  contact_id: id,
  segment_id: id,
};
const member = z.strictObject(membership);
const noMember = z.strictObject({
  ...membership,
  audienceId: id.describe('The same ID as `segment_id`, for the types of the Node.js client.'),
  deleted: z.literal(true),
});

const { contactId, segmentId, topicId } = shown;

const listTopics = get({
  path: '/contacts/{contact}/topics',
  isPageRead: true,
  summary: 'List the topics with the subscription of a contact',
  ...pageOfOne,
  answer: listOf(topicRow),
  examples: {
    list: {
      summary: 'A contact that is subscribed to a topic',
      answer: shown.listOf({
        id: topicId,
        name: 'Product news',
        description: '',
        subscription: 'opt_in' as const,
        created_at: shown.createdAt,
      }),
    },
  },
  runs: ListContactTopics,
  input: ({ teamId, path, query }) => ({ teamId, key: contactIn(path.contact), page: readPage(query) }),
  present: inList(({ description, createdAt, ...topic }) => ({
    ...topic,
    description: description ?? '',
    created_at: restTimestamp(createdAt),
  })),
});

const changeTopics = patch({
  path: '/contacts/{contact}/topics',
  summary: 'Change the topic subscriptions of a contact',
  description: 'Topics that you omit do not change. The request body can also be the list itself.',
  parameters: [contactParameter],
  errors: changeErrors,
  body: ChangeContactTopicsBody,
  answer: topicsChanged,
  examples: {
    changed: {
      summary: 'Unsubscribe from a topic',
      request: { topics: [{ id: topicId, subscription: 'opt_out' }] },
      answer: {
        object: 'contact_topics',
        id: contactId,
        contact_id: contactId,
        topics: [{ id: topicId, subscription: 'opt_out' }],
      },
    },
  },
  runs: ChangeContact,
  input: ({ context, path, body }) => ({ context, key: contactIn(path.contact), consents: body.topics }),
  present: ({ id }, { body }) => ({
    object: 'contact_topics' as const,
    id,
    contact_id: id,
    topics: body.topics.flatMap(({ topicId, isSubscribed }) =>
      topicId === null
        ? []
        : [{ id: topicId, subscription: isSubscribed ? ('opt_in' as const) : ('opt_out' as const) }],
    ),
  }),
});

const listSegments = get({
  path: '/contacts/{contact}/segments',
  isPageRead: true,
  summary: 'List the segments to which a contact was added, newest first',
  ...pageOfOne,
  answer: listOf(segmentRow),
  examples: {
    list: {
      summary: 'A contact in one segment',
      answer: shown.listOf({ id: segmentId, name: 'Customers', created_at: shown.createdAt }),
    },
  },
  runs: ListContactSegments,
  input: ({ teamId, path, query }) => ({ teamId, key: contactIn(path.contact), page: readPage(query) }),
  present: inList(({ id, name, addedAt }) => ({ id, name, created_at: restTimestamp(addedAt) })),
});

const segmentParameter = { ...idParameter, name: 'segment_id', description: 'The ID of the segment.' };
const inSegment = { object: 'contact_segment', id: segmentId, contact_id: contactId, segment_id: segmentId } as const;
const ofMembership = { parameters: [contactParameter, segmentParameter], errors: changeErrors };

const addToSegment = post({
  path: '/contacts/{contact}/segments/{segment_id}',
  summary: 'Add a contact to a segment',
  ...ofMembership,
  answer: member,
  examples: { added: { summary: 'An added contact', answer: inSegment } },
  runs: ChangeContact,
  input: ({ context, path }) => ({ context, key: contactIn(path.contact), joins: [pathId(path.segment_id)] }),
  present: ({ id }, { path }) => memberOf(id, path.segment_id),
});

const removeFromSegment = remove({
  path: '/contacts/{contact}/segments/{segment_id}',
  summary: 'Remove a contact from a segment',
  ...ofMembership,
  answer: noMember,
  examples: {
    removed: { summary: 'A removed contact', answer: { ...inSegment, audienceId: segmentId, deleted: true } },
  },
  runs: ChangeContact,
  input: ({ context, path }) => ({ context, key: contactIn(path.contact), leaves: [pathId(path.segment_id)] }),
  present: ({ id }, { path }) => {
    const left = memberOf(id, path.segment_id);
    return { ...left, audienceId: left.segment_id, deleted: true } as const;
  },
});

function memberOf(contactId: string, segment: string) {
  const segmentId = segment.toLowerCase();
  return { object: 'contact_segment' as const, id: segmentId, contact_id: contactId, segment_id: segmentId };
}

/** The topics and segments of a contact. */
export const membershipOperations = [listTopics, changeTopics, listSegments, addToSegment, removeFromSegment] as const;
