import type { QuotaLimits } from '../../src/application/ports/quota-counter.js';
import { Quotas } from '../../src/application/usage/quotas.js';
import type { UsagePorts } from '../../src/application/usage/usage-figures.js';
import { createInProcessQuotaCounter } from '../../src/infrastructure/quota-counter/in-process-quota-counter.js';
import { usageProjection } from '../../src/projections/usage/usage.projection.js';
import { accepting, mailTo } from '../support/accepting.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { readModel } from '../support/read-model.js';
import { waitFor } from '../support/wait-for.js';
import { teamId, useWorld, world } from '../support/world.js';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const anyTime = 10;

/** The clock of these worlds begins at 10:00 on 2026-03-02. */
describe('quotas', () => {
  useWorld('example.com');
  let readStore: MemoryReadStore;
  let lags: boolean;
  let failures: unknown[];
  beforeEach(async () => {
    readStore = new MemoryReadStore();
    lags = false;
    failures = [];
  });

  function quotas(limits: Partial<QuotaLimits> = {}, over: Partial<UsagePorts> = {}): Quotas {
    return new Quotas({
      store: world.store,
      readStore,
      whenProcessed: async () => !lags,
      ...over,
      quotaCounter: createInProcessQuotaCounter(),
      quotaLimits: { daily: null, monthly: null, ...limits },
      clock: world.clock,
      onFailure: (error) => void failures.push(error),
    });
  }
  const project = () => readModel(world, usageProjection, readStore);
  /** Accepted by another process: this one's counter learns of it from the projection only. */
  const sendElsewhere = async (recipients: number): Promise<void> => {
    await accepting(world).send(mailTo(Array.from({ length: recipients }, (_, index) => `r${index}@one.test`)));
    await project();
  };
  /** Nothing here waits for anything outside the process: a turn of the event loop ends what is under way. */
  const workInFlight = () => new Promise((resolve) => setImmediate(resolve));
  const isRefused = (answer: object): boolean => 'refused' in answer;

  it('start from what the log says was used, in the day and in the month', async () => {
    await sendElsewhere(4);
    world.clock.advance(dayMs);
    await sendElsewhere(2);
    const started = quotas();
    expect(await started.used(teamId)).toEqual({ daily: 2, monthly: 6 });
    expect(isRefused(await quotas({ daily: 5 }).reserve(teamId, 4))).toBe(true);
    expect(isRefused(await quotas({ daily: 5 }).reserve(teamId, 3))).toBe(false);
    expect(isRefused(await quotas({ monthly: 7 }).reserve(teamId, 2))).toBe(true);
    expect(isRefused(await quotas({ monthly: 7 }).reserve(teamId, 1))).toBe(false);
  });

  it('are used by nobody but the team itself', async () => {
    await sendElsewhere(4);
    expect(await quotas().used('another-team')).toEqual({ daily: 0, monthly: 0 });
  });

  it('count what is reserved, until it is given back', async () => {
    const limited = quotas({ daily: 3 });
    const reservation = await limited.reserve(teamId, 3);
    expect(isRefused(await limited.reserve(teamId, 1))).toBe(true);
    if ('refused' in reservation) throw new Error(reservation.refused);
    await reservation.release();
    expect(isRefused(await limited.reserve(teamId, 3))).toBe(false);
  });

  it('say how long it is until the quota begins anew', async () => {
    expect(await quotas({ daily: 1 }).reserve(teamId, 2)).toEqual({
      refused: 'daily-quota-exceeded',
      retryAfterSeconds: 14 * 3600,
    });
    world.clock.advance(anyTime);
    expect(await quotas({ daily: 1, monthly: 1 }).reserve(teamId, 2)).toEqual({
      refused: 'monthly-quota-exceeded',
      retryAfterSeconds: 29 * 86_400 + 14 * 3600,
    });
  });

  it('begin anew with the day, and with the month', async () => {
    await sendElsewhere(3);
    const limited = quotas({ daily: 3, monthly: 5 });
    expect(isRefused(await limited.reserve(teamId, 1))).toBe(true);
    world.clock.advance(14 * 3_600_000);
    expect(await limited.used(teamId)).toEqual({ daily: 0, monthly: 3 });
    expect(isRefused(await limited.reserve(teamId, 2))).toBe(false);
    expect(await limited.reserve(teamId, 1)).toMatchObject({ refused: 'monthly-quota-exceeded' });
    world.clock.advance(30 * dayMs);
    expect(await limited.used(teamId)).toEqual({ daily: 0, monthly: 0 });
    expect(isRefused(await limited.reserve(teamId, 3))).toBe(false);
  });

  it('are set right by the projection once a minute', async () => {
    const limited = quotas({ daily: 5 });
    expect(await limited.used(teamId)).toEqual({ daily: 0, monthly: 0 });
    await sendElsewhere(4);
    world.clock.advance(minuteMs - 1);
    expect(await limited.used(teamId)).toEqual({ daily: 0, monthly: 0 });
    world.clock.advance(1);
    // The request that finds the minute over waits for nothing.
    expect(await limited.used(teamId)).toEqual({ daily: 0, monthly: 0 });
    await waitFor(
      () => limited.used(teamId),
      ({ daily }) => daily === 4,
    );
    expect(isRefused(await limited.reserve(teamId, 2))).toBe(true);
  });

  it('go on counting by themselves while the projection lags', async () => {
    const limited = quotas({ daily: 5 });
    await limited.reserve(teamId, 5);
    lags = true;
    world.clock.advance(minuteMs);
    expect(isRefused(await limited.reserve(teamId, 1))).toBe(true);
    await workInFlight();
    expect(isRefused(await limited.reserve(teamId, 1))).toBe(true);
    lags = false;
    // None of the five was accepted after all: the projection knows better.
    await waitFor(
      () => limited.used(teamId),
      ({ daily }) => daily === 0,
    );
  });

  it('start from a figure that lags rather than from none, and ask again soon', async () => {
    await sendElsewhere(2);
    lags = true;
    const limited = quotas({ daily: 3 });
    expect(isRefused(await limited.reserve(teamId, 2))).toBe(true);
    await sendElsewhere(1);
    lags = false;
    await waitFor(
      () => limited.used(teamId),
      ({ daily }) => daily === 3,
    );
  });

  it('stop no mail where the usage cannot be read, and say so', async () => {
    const list = () => Promise.reject(new Error('the read store is away'));
    const limited = quotas({ daily: 3 }, { readStore: { list } });
    expect(isRefused(await limited.reserve(teamId, 100))).toBe(false);
    expect(await limited.used(teamId)).toEqual({ daily: 0, monthly: 0 });
    expect(failures).toEqual([new Error('the read store is away'), new Error('the read store is away')]);
  });

  it('read the usage once for all who ask at the same moment', async () => {
    let reads = 0;
    const list: UsagePorts['readStore']['list'] = (shape, query) => {
      reads += 1;
      return readStore.list(shape, query);
    };
    const limited = quotas({ daily: 10 }, { readStore: { list } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => limited.reserve(teamId, 1)));
    expect(answers.filter(isRefused)).toHaveLength(10);
    expect(reads).toBe(1);
  });
});
