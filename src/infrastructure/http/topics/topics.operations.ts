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
const name = described(text(50), 'What people see.');
const description = described(orNull(textUpTo(200)), 'What people see below the name.');
const subscription = oneOf<Subscription>(['opt_in', 'opt_out'], {
  description: 'What holds for those who never said anything about it. It cannot be changed later.',
});
const visibility = oneOf<TopicVisibility>(['public', 'private'], {
  default: 'private',
  description: '`public`: everybody sees it on the preference page; `private`: only who is subscribed.',
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
  description: loggedText.describe('Empty without a description.'),
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
  examples: { created: { summary: 'Everybody gets it who does not say no', request, answer: one } },
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
  examples: { list: { summary: 'One topic', answer: examplesOf(shown) } },
  runs: ListTopics,
  input: ({ teamId, query }) => ({ teamId, page: readPage(query) }),
  present: inList(present),
});
const getTopic = get({
  path: '/topics/{id}',
  isPageRead: true,
  summary: 'Get a topic',
  answer: z.strictObject({ object: z.literal(object), ...members }),
  examples: { one: { summary: 'As it is now', answer: { object, ...shown } } },
  runs: GetTopic,
  input: ({ teamId, path }) => ({ teamId, topicId: path.id }),
  present: (topic) => ({ object, ...present(topic) }),
});
const changeTopic = patch({
  path: '/topics/{id}',
  summary: 'Change a topic',
  description: 'What is left out stays as it is.',
  body: ChangeTopicBody,
  answer: oneChanged(object),
  examples: { renamed: { summary: 'Another name', request: { name: 'News' }, answer: one } },
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
  description: `What people said about it stays in the audit of each contact. ${usedElsewhere}`,
  parameters: [idParameter, ...replacement.parameters],
  errors: deletionErrors,
  answer: oneDeleted(object),
  examples: { deleted: { summary: 'Nothing can be sent about it', answer: { ...one, deleted: true } } },
  runs: DeleteTopic,
  input: ({ context, path, query }) => ({ context, id: path.id, replaceWith: replacement.read(query).replaceWith }),
  present: deleted(object),
});

const ids = filters({ ids: idsFilter('The topics, separated by commas.') });
const countSubscribers = get({
  path: '/dashboard-api/topics/subscribers',
  summary: 'Count the subscribers of topics',
  description:
    'Contacts that get marketing, and are subscribed to the topic by their choice or by its default. At most seconds old. An id of no topic is left out. `has_more`: ask again for those that are missing.',
  parameters: ids.parameters,
  answer: listOf(z.strictObject({ id, subscribers: z.int().min(0) })),
  examples: { counts: { summary: 'One topic', answer: examplesOf({ id: topicId, subscribers: 120 }) } },
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
  tag: { name: 'Topics', description: 'What people subscribe to, and leave.' },
  noun: 'Topic',
  operations: [createTopic, listTopics, getTopic, changeTopic, deleteTopic, countSubscribers],
  refusals: {
    'too-many': ({ most }) => invalid(`A team has at most ${most} topics. Delete one first.`),
    ...deletionRefusals,
  },
});
