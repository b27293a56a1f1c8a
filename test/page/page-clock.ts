import { withGlobal } from '@sinonjs/fake-timers';
import type { DOMWindow } from 'jsdom';

export interface PageClock {
  /** What the page set for then happens in its order. */
  pass(ms: number): Promise<void>;
}

/** Time goes on as outside, from `now` on; `pass` skips. */
export function putClockInto(window: DOMWindow, now: Date): PageClock {
  const clock = withGlobal(window).install({
    now,
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 5,
    // The library of the page clears timers that it has not set.
    shouldClearNativeTimers: true,
  });
  return {
    async pass(ms) {
      await clock.tickAsync(ms);
    },
  };
}
