import { topic, type TopicCommand, type TopicEvent } from '../../src/domain/topic/topic.js';
import { specOf } from '../support/decider-spec.js';

const { given } = specOf(topic);
const settings = { name: 'News', description: null, visibility: 'private' } as const;
const news = { teamId: 'a', defaultSubscription: 'opt_in', ...settings } as const;
const created: TopicEvent = { type: 'TopicCreated', data: news };
const deleted: TopicEvent = { type: 'TopicDeleted', data: {} };
const change = (changes: Extract<TopicCommand, { type: 'ChangeTopic' }>['settings'], teamId = 'a') =>
  ({ type: 'ChangeTopic', teamId, settings: changes }) as const;
const remove = { type: 'DeleteTopic', teamId: 'a' } as const;

describe('a topic', () => {
  it('is created, with what holds for those who said nothing', () => {
    given().when({ type: 'CreateTopic', topic: news }).then(created);
  });

  it('is changed where something is different, and keeps the rest', () => {
    given(created)
      .when(change({ name: 'News', description: null }))
      .thenNothing();
    given(created)
      .when(change({ visibility: 'public' }))
      .then({ type: 'TopicChanged', data: { ...settings, visibility: 'public' } });
    given(created, { type: 'TopicChanged', data: { ...settings, description: 'Monthly' } })
      .when(change({ description: null }))
      .then({ type: 'TopicChanged', data: settings });
  });

  it('never changes what holds for those who said nothing', () => {
    const changed: TopicEvent = { type: 'TopicChanged', data: { ...settings, name: 'Offers' } };
    expect(given(created, changed).state).toEqual({ ...news, name: 'Offers' });
  });

  it('is deleted once', () => {
    given(created).when(remove).then(deleted);
    given(created, deleted).when(remove).thenRefused('not-found');
    given(created, deleted)
      .when(change({ name: 'Offers' }))
      .thenRefused('not-found');
  });

  it('is as one that does not exist to another team', () => {
    given(created)
      .when(change({ name: 'Offers' }, 'b'))
      .thenRefused('not-found');
    given(created)
      .when({ ...remove, teamId: 'b' })
      .thenRefused('not-found');
    given().when(remove).thenRefused('not-found');
  });
});
