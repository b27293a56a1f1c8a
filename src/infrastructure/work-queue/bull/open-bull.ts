import Bull from 'bull';
import type { Redis } from 'ioredis';
import { waitAtMost } from '../../../application/shared/timeout.js';
import type { RedisConnection } from '../../redis/redis-connection.js';
import { Taking } from './taking.js';

export interface BullTimings {
  /** A worker that has not renewed its hold on a job for so long is taken for dead. */
  readonly lockMs: number;
  /** A job of a dead worker is found by the second of these checks. */
  readonly stalledCheckEveryMs: number;
  /** How old the view of what waits may be: of a few jobs; of thousands it is older. */
  readonly lookEveryMs: number;
  /** How long Redis may take for an offer or a look. */
  readonly answerTimeoutMs: number;
}

export const defaultBullTimings: BullTimings = {
  lockMs: 20_000,
  stalledCheckEveryMs: 2_500,
  lookEveryMs: 250,
  answerTimeoutMs: 2_000,
};

export interface OpenedBull {
  readonly bull: Bull.Queue<unknown>;
  /** Takes no more jobs, and waits for none. */
  readonly close: () => Promise<void>;
}

/**
 * How long one question waits for a job, in seconds. Redis goes on holding the question of a connection that the
 * network has swallowed, and gives it a job, which is found only once it has stalled: so it ends before such a
 * connection is replaced.
 */
const waitForJobSeconds = 1;
/** How long a close may take where Redis does not answer. */
const closeTimeoutMs = 2_000;

/** A Bull queue on connections of its own, whose errors end nothing. */
export function openBull(redis: RedisConnection, name: string, timings: BullTimings): OpenedBull {
  const connections: Redis[] = [];
  const bull = new Bull<unknown>(`{jobs:${name}}`, {
    // In braces: all keys of a queue lie in one slot of a cluster, as Bull's scripts ask.
    prefix: redis.prefix,
    createClient() {
      const connection = redis.openPatient();
      connections.push(connection);
      return connection;
    },
    settings: {
      lockDuration: timings.lockMs,
      lockRenewTime: timings.lockMs / 4,
      stalledInterval: timings.stalledCheckEveryMs,
      // A job that stalls again and again is decided by the log each time.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      // An announcement of what is due sooner may be lost.
      guardInterval: 5_000,
      retryProcessDelay: 500,
      drainDelay: waitForJobSeconds,
    },
  });
  // Outages are reported by `redis`; the others say that a job is gone that was a hint anyway.
  bull.on('error', () => undefined);
  // Bull names its connection and looks after that promise no further: its rejection would end the process.
  Object.assign(bull, { setWorkerName: () => Promise.resolve() });
  const taking = new Taking(bull);
  bull.getNextJob = () => taking.next();

  return {
    bull,
    async close() {
      const closed = bull.close(true).catch(() => undefined);
      await waitAtMost(closeTimeoutMs, closed);
      for (const connection of connections) {
        // Bull may be about to open one again.
        connection.on('connecting', () => connection.disconnect());
        connection.disconnect();
      }
    },
  };
}
