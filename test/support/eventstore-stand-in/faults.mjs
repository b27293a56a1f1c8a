// @ts-check
import { setTimeout as after } from 'node:timers/promises';

/** The outages on demand: `controls` for tests (see index.d.mts), the rest is asked by the services. */
export function createFaults() {
  /** @type {Set<() => void>} */
  const liveSubscriptions = new Set();
  let delayMs = 0;
  let clockAheadMs = 0;
  /** @type {{ promise: Promise<void>, open: () => void } | undefined} */
  let held;
  /** @type {(() => void)[]} */
  const losing = [];

  return {
    controls: {
      dropLive() {
        for (const drop of [...liveSubscriptions]) drop();
      },
      /** @param {number} ms */
      slowAppends(ms) {
        delayMs = ms;
      },
      hold() {
        held ??= gate();
      },
      release() {
        held?.open();
        held = undefined;
      },
      /** @returns {Promise<void>} */
      loseNextAnswer: () => new Promise((lost) => void losing.push(lost)),
      /** @param {number} aheadMs */
      moveClock(aheadMs) {
        clockAheadMs = aheadMs;
      },
    },
    /** Each is called to end its subscription. */
    liveSubscriptions,
    now: () => Date.now() + clockAheadMs,
    /** Passed by every call before it is looked at, in order. */
    async passGate() {
      while (held) await held.promise;
    },
    async beforeAppend() {
      if (delayMs > 0) await after(delayMs);
    },
    /** True: the answer to this append, now on disk, is lost. */
    losesAnswer() {
      const lost = losing.shift();
      lost?.();
      return lost !== undefined;
    },
  };
}

/** @typedef {Omit<ReturnType<typeof createFaults>, 'controls'>} Faults */

function gate() {
  let open = () => {};
  /** @type {Promise<void>} */
  const promise = new Promise((resolve) => {
    open = resolve;
  });
  return { promise, open };
}
