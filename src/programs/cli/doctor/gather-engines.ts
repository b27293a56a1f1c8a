import { workerLeases } from '../../../application/lease/workers.js';
import type { Db } from 'mongodb';
import type { EngineFacts, LeaseFacts } from '../../../application/doctor/facts.js';
import type { EventStore } from '../../../application/ports/event-store.js';
import type { LeaseState } from '../../../application/ports/lease.js';
import { type EngineFailure, type EngineName, inWords } from '../../../application/engines/engine-failure.js';
import { delay } from '../../../application/shared/delay.js';
import { leaseTimes } from '../../../application/lease/hold-lease.js';
import { leaseOf } from '../../../infrastructure/projection-runner/shared-projections.js';
import { projections } from '../../../programs/resources/resources.js';
import { systemClock } from '../../../infrastructure/system/clock.js';
import { listLeases } from '../../../infrastructure/lease/mongodb/list-leases.js';
import type { EngineAddresses } from '../../../infrastructure/config/config.js';
import {
  eventStoreUserHasSpareRights,
  whyEventStoreDbFailed,
} from '../../../infrastructure/event-store/eventstoredb/diagnosis.js';
import { mongodbUserHasSpareRights, whyMongodbFailed } from '../../../infrastructure/mongodb/diagnosis.js';
import { pingRedis, redisUserHasSpareRights, whyRedisFailed } from '../../../infrastructure/redis/diagnosis.js';

const lookEveryMs = 500;

/** An engine that can be used, or why it cannot. */
export type Opened<Engine> = { readonly engine: Engine } | { readonly failure: EngineFailure };

/** Asks each engine one small question, and what its user may do beyond what Posthorn needs. */
export async function engineFacts(
  { eventStoreUrl, mongodbUrl, redisUrl }: EngineAddresses,
  store: Opened<Pick<EventStore, 'head'>>,
  mongodb: Opened<Db>,
): Promise<readonly EngineFacts[]> {
  return [
    await asked('EVENTSTOREDB_URL', store, {
      question: (engine) => engine.head(),
      why: (error) => whyEventStoreDbFailed(eventStoreUrl, error),
      hasSpareRights: () => eventStoreUserHasSpareRights(eventStoreUrl),
    }),
    await asked('MONGODB_URL', mongodb, {
      question: (engine) => engine.command({ ping: 1 }),
      why: (error) => whyMongodbFailed(mongodbUrl, error),
      hasSpareRights: mongodbUserHasSpareRights,
    }),
    await asked(
      'REDIS_URL',
      { engine: redisUrl },
      {
        question: pingRedis,
        why: (_error, url) => whyRedisFailed(url),
        hasSpareRights: redisUserHasSpareRights,
      },
    ),
  ];
}

interface Questions<Engine> {
  question(engine: Engine): Promise<unknown>;
  why(error: unknown, engine: Engine): Promise<EngineFailure>;
  hasSpareRights(engine: Engine): Promise<boolean | null>;
}

async function asked<Engine>(
  name: EngineName,
  opened: Opened<Engine>,
  questions: Questions<Engine>,
): Promise<EngineFacts> {
  const unusable = (failure: EngineFailure): EngineFacts => ({
    name,
    roundTripMs: null,
    failure: inWords(failure),
    hasSpareRights: null,
  });
  if ('failure' in opened) return unusable(opened.failure);
  const { engine } = opened;
  const startedMs = systemClock.monotonicMs();
  try {
    await questions.question(engine);
  } catch (error) {
    return unusable(await questions.why(error, engine));
  }
  const roundTripMs = Math.round(systemClock.monotonicMs() - startedMs);
  return { name, roundTripMs, failure: null, hasSpareRights: await questions.hasSpareRights(engine).catch(() => null) };
}

/**
 * Every lease that was ever taken and those of all projections, watched until each held one moves, for at most a term.
 */
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
  // A worker that has ended is no fact about the installation: its row stays for a while.
  const held = [...now].flatMap(([name, { holder }]) =>
    holder === null && name.startsWith(workerLeases) ? [] : [name],
  );
  const names = new Set([...projections.map(leaseOf), ...held]);
  return [...names].sort().map((name) => {
    const state = now.get(name);
    return { name, holder: state?.holder ?? null, fence: state?.fence ?? 0, moves: moves(name) };
  });
}

function isAlive(before: LeaseState | undefined, after: LeaseState | undefined): boolean {
  return after !== undefined && after.holder !== null && after.heartbeat > (before?.heartbeat ?? 0);
}
