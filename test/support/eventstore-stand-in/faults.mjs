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
  /** @type {(() => void)[]} */
  const keeping = [];
  /** @type {ReturnType<typeof gate> | undefined} */
  let kept;
  /** @type {(() => void)[]} */
  const failing = [];
  /** @type {(() => void)[]} */
  const doubling = [];

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
      /** @returns {Promise<void>} */
      keepNextAnswer: () => new Promise((isKept) => void keeping.push(isKept)),
      giveKeptAnswer() {
        kept?.open();
        kept = undefined;
      },
      /** @returns {Promise<void>} */
      failNextStream: () => new Promise((failed) => void failing.push(failed)),
      /** @returns {Promise<void>} */
      answerNextTwice: () => new Promise((sent) => void doubling.push(sent)),
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
    /** How often this answer is sent. */
    timesSent() {
      const sent = doubling.shift();
      sent?.();
      return sent === undefined ? 1 : 2;
    },
    /** Passed by an append's answer before it is sent. */
    async passKeeping() {
      const isKept = keeping.shift();
      if (!isKept) return;
      kept ??= gate();
      isKept();
      await kept.promise;
    },
    /** True: the stream of this append ends with an error before it is looked at. */
    failsStream() {
      const failed = failing.shift();
      failed?.();
      return failed !== undefined;
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
