import type { Served } from './served.js';
import { lastSaid } from '../../application/shared/last-said.js';
import { type TopicEvent, topicStreams } from '../../domain/topic/topic.js';
import { foldTopic, topicsProjection } from '../../projections/topics/topics.projection.js';

export const topic = {
  streams: [topicStreams],
  readModels: [topicsProjection],
  audit: {
    stateOf: foldTopic,
    nameOf: (events) => lastSaid<TopicEvent>(events, ({ data }) => ('name' in data ? data.name : undefined)),
  },
  live: { subject: 'topics', readModel: topicsProjection.name },
  http: async () => (await import('../../infrastructure/http/topics/topics.operations.js')).topicsHttp,
} satisfies Served;
