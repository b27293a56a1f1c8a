import { jest } from '@jest/globals';
import { fakeTimeouts } from './fake-timeouts.js';

/** What is done between two timeouts of a suite without a disk and a network takes fewer turns of the event loop. */
const turnsOfWork = 10;

/**
 * From here on nothing of the suite's process waits for time: whenever it has had its turns, the next `setTimeout`
 * fires, in the order of their times. `passed` hears how far time has come with it, for a clock that goes along. For
 * what works in memory; after each test `jest.useRealTimers()` ends it.
 */
function quickTimeouts(passed: (ms: number) => void = () => undefined): void {
  fakeTimeouts();
  let turns = 0;
  let nowMs = jest.now();
  const mine = globalThis.setTimeout;
  const turn = (): void => {
    if (globalThis.setTimeout !== mine) return;
    turns += 1;
    if (turns % turnsOfWork === 0) {
      jest.advanceTimersToNextTimer();
      passed(jest.now() - nowMs);
      nowMs = jest.now();
    }
    setImmediate(turn);
  };
  setImmediate(turn);
}

/**
 * {@link quickTimeouts} for each test of a file, or of a `describe`. Hooks after a test run before its own where they
 * were given before.
 */
export function useQuickTimeouts(passed?: (ms: number) => void): void {
  beforeEach(() => quickTimeouts(passed));
  afterEach(() => void jest.useRealTimers());
}
