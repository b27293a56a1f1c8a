import type { Redis } from 'ioredis';

/** Redis did not do what it was asked, or was not asked because it is known to be away. The caller does without it. */
export class RedisUnavailable extends Error {
  override readonly name = 'RedisUnavailable';
}

/** One process's way to a Redis that may be away at any time. Nothing of it ever waits for Redis to come back. */
export interface RedisConnection {
  /** `posthorn:<installation id>`: what every key begins with. */
  readonly prefix: string;
  /** Refuses commands at once while there is no connection; to be used within `ask`. */
  readonly client: Redis;
  /** False from the first sign of an outage until a write has succeeded again. */
  isUp(): boolean;
  /**
   * Rejects with `RedisUnavailable`: at once during an outage, else when the answer is an error or has not come in
   * time.
   */
  ask<Answer>(command: () => Promise<Answer>, timeoutMs?: number): Promise<Answer>;
  /** Another connection, one that waits out an outage and then sends what it had to send. Its user disconnects it. */
  openPatient(): Redis;
  close(): void;
}

export interface RedisTimings {
  /** How long a request may be held up by a Redis that does not answer. */
  readonly commandTimeoutMs: number;
  readonly connectTimeoutMs: number;
  /**
   * How long the other end may take to close a connection that is replaced: one behind a network that swallows never
   * does.
   */
  readonly disconnectTimeoutMs: number;
  /**
   * A connection that has said nothing for so long, though it was asked, is thrown away with all others and made again:
   * one that is half open would stay so for many minutes.
   */
  readonly silenceMs: number;
  /**
   * How often the server is asked where no other connection asks: a process that delivers has others, which wait for
   * it.
   */
  readonly lookEveryMs: number;
  /** How often an outage is tested for its end. */
  readonly probeEveryMs: number;
  /** Shorter outages are not reported. */
  readonly reportAfterMs: number;
}

export const defaultRedisTimings: RedisTimings = {
  commandTimeoutMs: 100,
  connectTimeoutMs: 2_000,
  disconnectTimeoutMs: 100,
  silenceMs: 1_000,
  lookEveryMs: 1_000,
  probeEveryMs: 500,
  reportAfterMs: 1_000,
};
