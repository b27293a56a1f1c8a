import { type Fence, LeaseLost, type LeaseStore } from '../ports/lease.js';
import { delay } from '../shared/delay.js';
import { type HoldLeaseOptions, holdLease, type LeaseGrant } from './hold-lease.js';

const triesToTake = 100;

/**
 * Takes the lease from its holder, waits until that one has surely stopped (a term), does the work and gives the
 * lease back; other processes wait for it as for any other holder. Rejects with what the work rejects with, and with
 * {@link LeaseLost} where another process took it in turn.
 */
export async function withLeaseTaken<Result>(
  leases: Pick<LeaseStore, 'read' | 'replace'>,
  name: string,
  options: Omit<HoldLeaseOptions, 'signal'>,
  work: (grant: LeaseGrant) => Promise<Result>,
): Promise<Result> {
  const wasHeld = await take(leases, name, options.holder);
  const over = new AbortController();
  let ended: { readonly result: Result } | { readonly error: unknown } | undefined;
  await holdLease(leases, name, { ...options, signal: over.signal }, async (grant) => {
    try {
      if (wasHeld) await delay(options.termMs, grant.signal);
      if (!grant.isHeld()) throw new LeaseLost(`another process took ${name}`);
      ended = { result: await work(grant) };
    } catch (error) {
      ended = { error };
    } finally {
      over.abort();
    }
  });
  if (ended === undefined) throw new LeaseLost(`${name} could not be held`);
  if ('error' in ended) throw ended.error;
  return ended.result;
}

/**
 * {@link withLeaseTaken} for all of these at once: their holders are waited for together. Every work has ended when it
 * does.
 */
export async function withLeasesTaken<Result>(
  leases: Pick<LeaseStore, 'read' | 'replace'>,
  names: readonly string[],
  options: Omit<HoldLeaseOptions, 'signal'>,
  work: (name: string, grant: LeaseGrant) => Promise<Result>,
): Promise<readonly Result[]> {
  const ended = await Promise.allSettled(
    names.map((name) => withLeaseTaken(leases, name, options, (grant) => work(name, grant))),
  );
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
}

/**
 * From here on the last holder's heartbeats fail, and what it writes is refused by the fence. Answers if there was one.
 */
async function take(leases: Pick<LeaseStore, 'read' | 'replace'>, name: string, holder: string): Promise<boolean> {
  for (let tries = 0; tries < triesToTake; tries += 1) {
    const state = await leases.read(name);
    const fence: Fence = (state?.fence ?? 0) + 1;
    const next = { holder, fence, heartbeat: (state?.heartbeat ?? 0) + 1 };
    if (await leases.replace(name, next)) return state !== undefined && state.holder !== null;
  }
  throw new LeaseLost(`${name} could not be taken`);
}
