import { jest } from '@jest/globals';

/**
 * From here on no `setTimeout` of the suite's process fires by itself, and everything else goes on;
 * `jest.useRealTimers()` ends it.
 */
export function fakeTimeouts(): void {
  jest.useFakeTimers({
    doNotFake: [
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
    ],
  });
}
