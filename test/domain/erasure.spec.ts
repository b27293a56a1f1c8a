import { erasure } from '../../src/domain/erasure/erasure.js';
import type { ErasureCompleted, ErasureRequested } from '../../src/domain/erasure/events.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { specOf } from '../support/decider-spec.js';

const { given } = specOf(erasure);
const what = { streams: [streamName('email', 'e1')], kids: [kidOf('row-1', 0)] };
const requested: ErasureRequested = {
  type: 'ErasureRequested',
  data: { scope: 'listed', person: null, ...what, blobIds: ['b1'] },
};
const completed: ErasureCompleted = { type: 'ErasureCompleted', data: what };
const request = { type: 'RequestErasure', erasure: requested.data } as const;
const complete = { type: 'CompleteErasure', completed: what } as const;

describe('an erasure', () => {
  it('is requested once', () => {
    given().when(request).then(requested);
    given(requested).when(request).thenNothing();
    given(requested, completed).when(request).thenNothing();
  });

  it('is completed once, and only where it was requested', () => {
    given(requested).when(complete).then(completed);
    given(requested, completed).when(complete).thenNothing();
    given().when(complete).thenNothing();
  });
});
