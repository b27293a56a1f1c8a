import type { LeaseState, LeaseStore } from '../../src/application/ports/lease.js';

/** The whole port in memory, for tests of what stands above it. It passes the contract of the real one. */
export class MemoryLeaseStore implements LeaseStore {
  private readonly states = new Map<string, LeaseState>();

  async read(name: string): Promise<LeaseState | undefined> {
    return this.states.get(name);
  }

  async replace(name: string, next: LeaseState): Promise<boolean> {
    if ((this.states.get(name)?.heartbeat ?? 0) !== next.heartbeat - 1) return false;
    this.states.set(name, next);
    return true;
  }

  async list(prefix: string): Promise<ReadonlyMap<string, LeaseState>> {
    return new Map([...this.states].filter(([name]) => name.startsWith(prefix)));
  }

  async remove(name: string): Promise<void> {
    this.states.delete(name);
  }
}
