import type { TopicEvent } from '../../src/domain/topic/topic.js';
import { topicsProjection } from '../../src/projections/topics/topics.projection.js';
import { ofStreams } from '../support/projection-spec.js';
import { idAt, teamId, timeAt } from '../support/recorded-events.js';

const settings = { name: 'News', description: null, visibility: 'private' } as const;
const changed = { name: 'Offers', description: 'Monthly', visibility: 'public' } as const;
const events = {
  created: { type: 'TopicCreated', data: { teamId, defaultSubscription: 'opt_in', ...settings } },
  changed: { type: 'TopicChanged', data: changed },
  deleted: { type: 'TopicDeleted', data: {} },
} satisfies Readonly<Record<string, TopicEvent>>;

const { documentAfter, redelivery } = ofStreams(topicsProjection, 'topic', events);

describe('the topics projection', () => {
  it('shows a topic as it is now, with what holds for those who said nothing', () => {
    const topic = { id: idAt(1), teamId, defaultSubscription: 'opt_in', createdAt: timeAt(1) };
    expect(documentAfter('created')).toEqual({ ...topic, ...settings, updatedAt: timeAt(1) });
    expect(documentAfter('created', 'changed')).toEqual({ ...topic, ...changed, updatedAt: timeAt(2) });
  });

  it('shows none that is deleted', () => {
    expect(documentAfter('created', 'deleted')).toBeUndefined();
    expect(documentAfter('created', 'deleted', 'changed')).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', redelivery);
});
