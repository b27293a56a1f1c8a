import type { Db } from 'mongodb';
import type { EngineFacts, LeaseFacts } from '../../../application/doctor/facts.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { LeaseState } from '../../../application/ports/lease.js';
import { delay } from '../../../application/shared/delay.js';
import { leaseOf, leaseTimes } from '../../../distributed.projections.js';
import { projections } from '../../../projections/registry.js';
import { systemClock } from '../../identity/clock.js';
import { listLeases } from '../../lease/mongodb/list-leases.js';
import { pingRedis } from '../../redis/ping-redis.js';

const answerTimeoutMs = 3_000;
const lookEveryMs = 500;

/** Of each engine, one small question. Undefined where no connection could be had. */
export async function engineFacts(
  store: Pick<EventStore, 'head'> | undefined,
  mongodb: Db | undefined,
  redisUrl: string,
): Promise<readonly EngineFacts[]> {
  return [
    await asked('EVENTSTOREDB_URL', store && (() => store.head())),
    await asked('MONGODB_URL', mongodb && (() => mongodb.command({ ping: 1 }))),
    await asked('REDIS_URL', () => pingRedis(redisUrl, answerTimeoutMs)),
  ];
}

async function asked(name: string, question: (() => Promise<unknown>) | undefined): Promise<EngineFacts> {
  if (question === undefined) return { name, roundTripMs: null, reason: 'it cannot be reached' };
  const startedMs = systemClock.monotonicMs();
  try {
    await question();
    return { name, roundTripMs: Math.round(systemClock.monotonicMs() - startedMs), reason: null };
  } catch (error) {
    // What a driver says may quote an address.
    return { name, roundTripMs: null, reason: error instanceof Error ? error.name : typeof error };
  }
}

/** Every lease that was ever taken and those of all projections, watched until each held one moves, for at most a term. */
export async function leaseFacts(mongodb: Db): Promise<readonly LeaseFacts[]> {
  const first = await listLeases(mongodb);
  const untilMs = systemClock.monotonicMs() + leaseTimes.termMs;
  let now = first;
  const moves = (name: string): boolean => isAlive(first.get(name), now.get(name));
  while (
    systemClock.monotonicMs() < untilMs &&
    [...now].some(([name, { holder }]) => holder !== null && !moves(name))
  ) {
    await delay(lookEveryMs);
    now = await listLeases(mongodb);
  }
  const names = new Set([...projections.map(leaseOf), ...now.keys()]);
  return [...names].sort().map((name) => {
    const state = now.get(name);
    return { name, holder: state?.holder ?? null, fence: state?.fence ?? 0, moves: moves(name) };
  });
}

function isAlive(before: LeaseState | undefined, after: LeaseState | undefined): boolean {
  return after !== undefined && after.holder !== null && after.heartbeat > (before?.heartbeat ?? 0);
}
