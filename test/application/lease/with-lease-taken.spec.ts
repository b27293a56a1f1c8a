import { holdLease, type HoldLeaseOptions, type LeaseGrant } from '../../../src/application/lease/hold-lease.js';
import { withLeasesTaken, withLeaseTaken } from '../../../src/application/lease/with-lease-taken.js';
import { LeaseLost } from '../../../src/application/ports/lease.js';
import { delay } from '../../../src/application/shared/delay.js';
import { FakeClock } from '../../support/fake-clock.js';
import { eventually } from '../../support/gate.js';
import { MemoryLeaseStore } from '../../support/memory-lease-store.js';
import { useQuickTimeouts } from '../../support/quick-timeouts.js';

const name = 'projection:emails@1';

/** Goes along with the timeouts. */
const clock = new FakeClock();

function optionsOf(holder: string): Omit<HoldLeaseOptions, 'signal'> {
  return { holder, termMs: 3_000, heartbeatMs: 50, clock, onFailure: () => undefined };
}

describe('taking a lease', () => {
  const stopping = new AbortController();
  afterAll(() => stopping.abort());
  useQuickTimeouts((ms) => clock.advance(ms));

  it('begins once the last holder has stopped, and gives the lease back to those who wait', async () => {
    const leases = new MemoryLeaseStore();
    const grants: LeaseGrant[] = [];
    const server = holdLease(leases, name, { ...optionsOf('server'), signal: stopping.signal }, async (grant) => {
      grants.push(grant);
      while (!grant.signal.aborted) await delay(10, grant.signal);
    });
    await eventually(() => grants.length === 1);

    const [first] = grants;
    const fence = await withLeaseTaken(leases, name, optionsOf('operator'), async (grant) => {
      expect(first?.signal.aborted).toBe(true);
      expect(first?.isHeld()).toBe(false);
      expect(await leases.read(name)).toMatchObject({ holder: 'operator', fence: grant.fence });
      return grant.fence;
    });

    expect(fence).toBeGreaterThan(first!.fence);
    await eventually(() => grants.length === 2);
    expect(grants[1]!.fence).toBeGreaterThan(fence);
    stopping.abort();
    await server;
  });

  it('begins with none of several before all of them are taken, and waits for their holders together', async () => {
    const leases = new MemoryLeaseStore();
    const names = ['projection:emails@1', 'projection:pending@1', 'projection:usage@1'];
    for (const each of names) await leases.replace(each, { holder: 'server', fence: 1, heartbeat: 1 });
    const taken = await withLeasesTaken(leases, names, optionsOf('operator'), async (_name, grant) => {
      const states = await Promise.all(names.map((each) => leases.read(each)));
      return { isHeld: grant.isHeld(), holders: new Set(states.map((state) => state?.holder ?? 'given back')) };
    });
    expect(taken.map(({ isHeld }) => isHeld)).toEqual([true, true, true]);
    expect(taken[0]?.holders).toEqual(new Set(['operator']));
    const others = (await Promise.all(names.map((each) => leases.read(each)))).map((state) => state?.holder);
    expect(others).toEqual([null, null, null]);
  });

  it('lets go of all of several where one fails', async () => {
    const leases = new MemoryLeaseStore();
    const failing = withLeasesTaken(leases, ['a', 'b'], optionsOf('operator'), async (one) => {
      if (one === 'a') throw new Error('no disk');
    });
    await expect(failing).rejects.toThrow('no disk');
    expect([...(await leases.list('')).values()].map(({ holder }) => holder)).toEqual([null, null]);
  });

  it('rejects with what the work rejects with, and lets go', async () => {
    const leases = new MemoryLeaseStore();
    const failing = withLeaseTaken(leases, name, optionsOf('operator'), () => Promise.reject(new Error('no disk')));
    await expect(failing).rejects.toThrow('no disk');
    expect(await leases.read(name)).toMatchObject({ holder: null });
  });

  it('rejects where somebody takes it in turn', async () => {
    const leases = new MemoryLeaseStore();
    const taken = withLeaseTaken(leases, name, optionsOf('operator'), async (grant) => {
      await withLeaseTaken(leases, name, optionsOf('another'), async () => undefined);
      // As the stores do with what is written under an older fence.
      if (!grant.isHeld()) throw new LeaseLost('a newer holder has it');
    });
    await expect(taken).rejects.toThrow(LeaseLost);
  });
});
