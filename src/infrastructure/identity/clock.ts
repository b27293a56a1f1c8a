import type { Clock } from '../../application/ports/hashing.js';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
};
