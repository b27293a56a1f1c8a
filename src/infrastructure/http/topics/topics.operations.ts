import { z } from 'zod';
import { CountSubscribers } from '../../../application/contact/count-members.js';
import { DeleteTopic } from '../../../application/in-use/delete-unused.js';
import { ChangeTopic, CreateTopic, GetTopic, ListTopics } from '../../../application/topic/topics.js';
import type { Subscription, TopicVisibility } from '../../../domain/topic/topic.js';
import type { TopicDocument } from '../../../projections/topics/topics.projection.js';
import { invalid } from '../edge/errors/api-error.js';
import { described, Field, required } from '../edge/field.js';
import { inList, listOf as inEnvelope, readPage } from '../edge/page.js';
import { oneOf, orNull, text, textUpTo } from '../edge/rules.js';
import { restTimestamp } from '../edge/timestamp.js';
import { httpPart } from '../http-part.js';
import { deletionErrors, deletionRefusals, replacement, usedElsewhere } from '../in-use/in-use.js';
import { allOrPage, type Answer, id as idParameter } from '../openapi/operation.js';
import { filters, idsFilter } from '../openapi/filters.js';
import { get, patch, post, remove } from '../openapi/served.js';
import { createdAt, listOf as examplesOf, topicId } from '../openapi/shared-examples.js';
import {
  changed,
  deleted,
  id,
  listOf,
  loggedText,
  oneChanged,
  oneDeleted,
  timestamp,
} from '../openapi/shared-schemas.js';

const object = 'topic' as const;
const name = described(text(50), 'The name of the topic, which people see.');
const description = described(orNull(textUpTo(200)), 'The description of the topic, which people see below the name.');
const subscription = oneOf<Subscription>(['opt_in', 'opt_out'], {
  description:
    'The subscription of contacts that made no choice. `opt_in`: they get email of the topic. `opt_out`: they do not. You cannot change it later.',
});
const visibility = oneOf<TopicVisibility>(['public', 'private'], {
  default: 'private',
  description:
    'Who sees the topic on the preference page. `public`: everyone. `private`: only people who are subscribed.',
});

class CreateTopicBody {
  @Field(name, required) name!: string;
  @Field(subscription, required) default_subscription!: Subscription;
  @Field(description) description: string | null | undefined;
  @Field(visibility) visibility: TopicVisibility | undefined;
}
class ChangeTopicBody {
  @Field(name) name: string | undefined;
  @Field(description) description: string | null | undefined;
  @Field(visibility) visibility: TopicVisibility | undefined;
}

const members = {
  id,
  name: loggedText,
  description: loggedText.describe('The description of the topic. Empty if it has none.'),
  default_subscription: z.enum(['opt_in', 'opt_out']),
  visibility: z.enum(['public', 'private']),
  created_at: timestamp,
};
const row = z.strictObject(members);

function present(topic: TopicDocument): Answer<typeof row> {
  const { id, name, description, defaultSubscription, visibility } = topic;
  return {
    id,
    name,
    description: description ?? '',
    default_subscription: defaultSubscription,
    visibility,
    created_at: restTimestamp(topic.createdAt),
  };
}

const one = { object, id: topicId };
const request = { name: 'Product news', default_subscription: 'opt_in', visibility: 'public' } as const;
const shown = { id: topicId, ...request, description: '', created_at: createdAt };

const createTopic = post({
  path: '/topics',
  summary: 'Create a topic',
  body: CreateTopicBody,
  status: 201,
  answer: oneChanged(object),
  examples: {
    created: { summary: 'A public topic to which contacts are subscribed by default', request, answer: one },
  },
  runs: CreateTopic,
  input: ({ context, body }) => {
    const { name, description = null, visibility = 'private', default_subscription: defaultSubscription } = body;
    return { context, settings: { name, description, visibility }, defaultSubscription };
  },
  present: changed(object),
});
const listTopics = get({
  path: '/topics',
  isPageRead: true,
  summary: 'List topics, newest first',
  parameters: allOrPage,
  answer: listOf(row),
  examples: { list: { summary: 'A list with one topic', answer: examplesOf(shown) } },
  runs: ListTopics,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(present),
});
const getTopic = get({
  path: '/topics/{id}',
  isPageRead: true,
  summary: 'Get a topic',
  answer: z.strictObject({ object: z.literal(object), ...members }),
  examples: { one: { summary: 'A topic', answer: { object, ...shown } } },
  runs: GetTopic,
  input: ({ teamId, path }) => ({ teamId, topicId: path.id }),
  present: (topic) => ({ object, ...present(topic) }),
});
const changeTopic = patch({
  path: '/topics/{id}',
  summary: 'Change a topic',
  description: 'Fields that you omit do not change.',
  body: ChangeTopicBody,
  answer: oneChanged(object),
  examples: { renamed: { summary: 'A new name', request: { name: 'News' }, answer: one } },
  runs: ChangeTopic,
  input: ({ context, path, body }) => {
    const given = Object.entries(body).filter(([, value]) => value !== undefined);
    return { context, topicId: path.id, settings: Object.fromEntries(given) };
  },
  present: changed(object),
});
const deleteTopic = remove({
  path: '/topics/{id}',
  summary: 'Delete a topic',
  description: `The choices of contacts for this topic remain in their history. ${usedElsewhere}`,
  parameters: [idParameter, ...replacement.parameters],
  errors: deletionErrors,
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'A deleted topic', answer: { ...one, deleted: true } } },
  runs: DeleteTopic,
  input: ({ context, path, query }) => ({ context, id: path.id, replaceWith: replacement.read(query).replaceWith }),
  present: deleted(object),
});

const ids = filters({ ids: idsFilter('The IDs of up to 100 topics, separated by commas.') });
const countSubscribers = get({
  path: '/dashboard-api/topics/subscribers',
  summary: 'Count the subscribers of topics',
  description:
    'Subscribers are contacts that receive marketing and are subscribed to the topic by choice or by default. The counts are at most a few seconds old. The response omits IDs of topics that do not exist. If `has_more` is true, some topics are missing because of a time limit: request the missing ones again.',
  parameters: ids.parameters,
  answer: listOf(z.strictObject({ id, subscribers: z.int().min(0) })),
  examples: {
    counts: { summary: 'A topic with 120 subscribers', answer: examplesOf({ id: topicId, subscribers: 120 }) },
  },
  runs: CountSubscribers,
  input: ({ teamId, query }) => ({ teamId, ids: ids.read(query).ids ?? [] }),
  isLongRead: () => true,
  present: ({ figures, hasMore }) =>
    inEnvelope(
      [...figures].map(([id, subscribers]) => ({ id, subscribers })),
      hasMore,
    ),
});

export const topicsHttp = httpPart({
  tag: { name: 'Topics', description: 'The subjects to which contacts can subscribe.' },
  noun: 'Topic',
  operations: [createTopic, listTopics, getTopic, changeTopic, deleteTopic, countSubscribers],
  refusals: {
    'too-many': ({ most }) => invalid(`A team has at most ${most} topics. Delete one first.`),
    ...deletionRefusals,
  },
});
