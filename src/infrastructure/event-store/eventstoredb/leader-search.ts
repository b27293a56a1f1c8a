import type { ClientHttp2Session } from 'node:http2';
import { setTimeout as delay } from 'node:timers/promises';
import { findLeader } from './find-leader.js';
import type { LogAddress, Place } from './log-address.js';
import { LogAway } from './log-away.js';
import { membersOver } from './members.js';
import { reachServer, type TlsOptions } from './reach-server.js';

/** Finds the server to connect to, with attempts that end in a limited time. */
export interface LeaderSearch {
  /**
   * A server that has just answered, and leads as far as is known. `named`: asked first, by a server that leads no
   * longer. Rejects with {@link LogAway}, or with what an attempt to connect failed with.
   */
  find(named: Place | undefined): Promise<Place>;
}

/** An attempt to connect ends after this. */
const connectMs = 3_000;
/**
 * A single server is tried again so soon, while earlier attempts may still be answered: a healed network is used at
 * once.
 */
const tryAgainMs = 1_000;

/** `home`: the one server where the address names no cluster. `signal` ends every search. */
export function createLeaderSearch(
  address: LogAddress,
  tls: TlsOptions,
  home: Place,
  signal: AbortSignal,
): LeaderSearch {
  /** Beside those of the address, which may be one name for all, or out of date. */
  let members: readonly Place[] = [];

  function reach<Result>(place: Place, limitMs: number, work: (session: ClientHttp2Session) => Promise<Result>) {
    return reachServer(place, { tls, limitMs, signal }, work);
  }

  const greet = (place: Place, limitMs: number): Promise<Place> => reach(place, limitMs, async () => place);

  async function reachNamed(named: Place): Promise<Place | undefined> {
    return greet(named, address.isCluster ? address.gossipMs : connectMs).catch(() => undefined);
  }

  async function reachLeader(): Promise<Place> {
    const { places, gossipMs, rounds, askAgainMs } = address;
    const untilMs = performance.now() + connectMs;
    for (let round = 1; ; round += 1) {
      const found = await findLeader([...places, ...members], (place) => reach(place, gossipMs, membersOver));
      if (found.members.length > 0) members = found.members.map(({ place }) => place);
      if (found.leader !== undefined) return found.leader;
      if (round >= rounds || signal.aborted || performance.now() >= untilMs) {
        const why = found.members.length === 0 ? 'no member answers' : 'none leads';
        throw new LogAway(`Failed to discover a leader: ${why}`);
      }
      await delay(askAgainMs);
    }
  }

  /** The first attempt has all the time, those after it what is left of that. */
  async function reachHome(): Promise<Place> {
    const attempts: Promise<Place>[] = [];
    for (let sinceMs = 0; sinceMs < connectMs && !signal.aborted; sinceMs += tryAgainMs) {
      const attempt = greet(home, connectMs - sinceMs);
      attempts.push(attempt);
      const ended = Promise.any(attempts);
      const first = await Promise.race([
        ended.catch(() => 'failed' as const),
        delay(tryAgainMs, undefined, { ref: false }),
      ]);
      // Refused is an answer: the caller tries again.
      if (first === 'failed') return attempt;
      if (first !== undefined) return first;
    }
    return firstOf(attempts);
  }

  return {
    async find(named) {
      const place = named === undefined ? undefined : await reachNamed(named);
      return place ?? (address.isCluster ? reachLeader() : reachHome());
    },
  };
}

/** Throws what the last one failed with. */
async function firstOf(attempts: readonly Promise<Place>[]): Promise<Place> {
  try {
    return await Promise.any(attempts);
  } catch (error) {
    throw error instanceof AggregateError ? error.errors.at(-1) : error;
  }
}
