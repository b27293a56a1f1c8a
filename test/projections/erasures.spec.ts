import type { ErasureEvent } from '../../src/domain/erasure/events.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { erasuresProjection } from '../../src/projections/erasures/erasures.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { idAt, RecordedLog, timeAt } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const person = '5f0c6c6a0f0e4b6a8d7c1e2f3a4b5c6d';
const requested: ErasureEvent = {
  type: 'ErasureRequested',
  data: { scope: 'person', person, streams: [], kids: [], blobIds: [] },
};
const completed: ErasureEvent = { type: 'ErasureCompleted', data: { streams: [], kids: [] } };

const histories = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { maxLength: 20 }).map((facts) => {
  const log = new RecordedLog();
  for (const [number, isDone] of facts) log.add(streamName('erasure', idAt(number)), isDone ? completed : requested);
  return log.all;
});

describe('the erasures projection', () => {
  it('shows who is erased by a hash only, and when it was done', () => {
    const log = new RecordedLog();
    for (const event of [requested, completed]) log.add(streamName('erasure', idAt(1)), event);
    const json = foldAll(erasuresProjection, log.all).get(idAt(1)) ?? '';
    expect(JSON.parse(json)).toMatchObject({
      id: idAt(1),
      scope: 'person',
      person,
      requestedAt: timeAt(1),
      completedAt: timeAt(2),
    });
  });

  it('is the same however it is built', async () => {
    await fc.assert(redeliveryProperty(erasuresProjection, histories));
  });
});
