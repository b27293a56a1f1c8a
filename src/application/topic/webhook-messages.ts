import { z } from 'zod';
import type { TopicEvent } from '../../domain/topic/topic.js';
import { foldTopic, type TopicDocument } from '../../projections/topics/topics.projection.js';
import { messageOf, noSubject, sampleIds, type WebhookMessages } from '../shared/webhook-message.js';

interface Story {
  readonly topic: TopicDocument;
  readonly deleted: boolean;
  /** ISO 8601. */
  readonly at: string;
}

const data = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  description: z.string().nullable(),
  default_subscription: z.enum(['opt_in', 'opt_out']),
  deleted: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

function make({ topic, deleted, at }: Story): z.output<typeof data> {
  const { id, name, description, defaultSubscription, createdAt } = topic;
  return {
    id,
    name,
    description,
    default_subscription: defaultSubscription,
    deleted,
    created_at: createdAt,
    updated_at: at,
  };
}

const sample = (at: string): z.output<typeof data> => ({
  id: sampleIds.topic,
  name: 'Product news',
  description: null,
  default_subscription: 'opt_in',
  deleted: false,
  created_at: at,
  updated_at: at,
});

const message = messageOf<TopicEvent, Story>();

export const topicMessages = {
  category: 'topic',
  reads: 'until',
  /** A deletion shows the topic as it was until then. */
  storyOf({ recorded, events }) {
    const deleted = recorded.event.type === 'TopicDeleted';
    const topic = foldTopic(deleted ? events.slice(0, -1) : events);
    return topic === undefined ? undefined : { topic, deleted, at: recorded.metadata.time };
  },
  subjectOf: () => noSubject,
  messages: [
    message('topic.created', { from: ['TopicCreated'], data, summary: 'A topic was created', make, sample }),
    message('topic.updated', {
      from: ['TopicChanged'],
      data,
      summary: 'The name, description, or visibility of a topic changed',
      make,
      sample,
    }),
    message('topic.deleted', {
      from: ['TopicDeleted'],
      data,
      summary: 'A topic was deleted',
      make,
      sample: (at) => ({ ...sample(at), deleted: true }),
    }),
  ],
} satisfies WebhookMessages<TopicEvent, Story>;
