import type { TopicEvent } from '../../src/domain/topic/topic.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { topicsProjection } from '../../src/projections/topics/topics.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import fc from '../support/properties.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';

const settings = { name: 'News', description: null, visibility: 'private' } as const;
const changed = { name: 'Offers', description: 'Monthly', visibility: 'public' } as const;
const events = {
  created: { type: 'TopicCreated', data: { teamId, defaultSubscription: 'opt_in', ...settings } },
  changed: { type: 'TopicChanged', data: changed },
  deleted: { type: 'TopicDeleted', data: {} },
} satisfies Readonly<Record<string, TopicEvent>>;
type Name = keyof typeof events;

const logOf = (happenings: readonly (readonly [number, Name])[]) => {
  const log = new RecordedLog();
  for (const [number, name] of happenings) log.add(streamName('topic', idAt(number)), events[name]);
  return log.all;
};
const documentAfter = (...names: readonly Name[]): unknown => {
  const json = foldAll(topicsProjection, logOf(names.map((name) => [1, name] as const))).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
};

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

  it('gives the same bytes in any batches and after any restart', async () => {
    const names = fc.constantFrom(...(Object.keys(events) as Name[]));
    const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), names), { maxLength: 30 });
    await fc.assert(redeliveryProperty(topicsProjection, happenings.map(logOf)));
  });
});
