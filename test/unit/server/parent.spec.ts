import { jest } from '@jest/globals';
import { whenParentEnds } from '../../../src/programs/server/parent.js';

describe('the end of the parent', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('is noticed within a second, and told once', () => {
    let parent = 10;
    const onEnd = jest.fn();
    whenParentEnds(10, onEnd, () => parent);
    jest.advanceTimersByTime(60_000);
    expect(onEnd).not.toHaveBeenCalled();
    parent = 1;
    jest.advanceTimersByTime(1_000);
    expect(onEnd).toHaveBeenCalledTimes(1);
    jest.advanceTimersByTime(60_000);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('is noticed where it was before the server served', () => {
    const onEnd = jest.fn();
    whenParentEnds(10, onEnd, () => 1);
    jest.advanceTimersByTime(1_000);
    expect(onEnd).toHaveBeenCalledTimes(1);
  });
});
