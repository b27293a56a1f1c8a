import { idOf } from '../../domain/shared/stream-name.js';
import type { Subscription, TopicEvent, TopicSettings } from '../../domain/topic/topic.js';
import type { Recorded } from '../../domain/shared/recorded.js';
import { foldStream } from '../shared/fold-stream.js';
import type { Projection } from '../shared/projection.js';

/** What people subscribe to. */
export interface TopicDocument extends TopicSettings {
  readonly id: string;
  readonly teamId: string;
  readonly defaultSubscription: Subscription;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
}

export const topicsProjection: Projection<TopicEvent, TopicDocument> = {
  name: 'topics',
  version: 1,
  categories: ['topic'],
  handles: ['TopicCreated', 'TopicChanged', 'TopicDeleted'],
  personal: false,
  documentsOf: 'topic',
  fields: { teamId: 'text' },
  indexes: [['teamId', 'id']],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata: { time } }, id) {
    if (event.type === 'TopicCreated') return { id, ...event.data, createdAt: time, updatedAt: time };
    return event.type === 'TopicDeleted' || document === undefined
      ? undefined
      : { ...document, ...event.data, updatedAt: time };
  },
};

/** One topic, from its own stream; undefined where there is none, or any more. */
export const foldTopic = (events: readonly Recorded[]): TopicDocument | undefined =>
  foldStream(topicsProjection, events);
