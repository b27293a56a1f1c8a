import type { Clock } from '../../application/ports/clock.js';
import { SettledTime } from '../../application/shared/settled-time.js';

const wall = { now: () => Date.now(), monotonicMs: () => performance.now() };
const settled = new SettledTime(wall);

export const systemClock: Clock = { ...wall, settledNow: () => settled.now() };
