import { holdLease, type LeaseGrant } from '../../src/application/lease/hold-lease.js';
import type { LeaseState, LeaseStore } from '../../src/application/ports/lease.js';
import { MemoryLeaseStore } from '../support/memory-lease-store.js';

const { jest } = import.meta;

const termMs = 5_000;
const heartbeatMs = 1_000;

/** A network between a process and the leases, which a spec can cut, or make lose answers. */
class Link implements Pick<LeaseStore, 'read' | 'replace'> {
  cut = false;
  losesAnswers = false;
  silent = false;

  constructor(private readonly leases: LeaseStore) {}

  read(name: string): Promise<LeaseState | undefined> {
    if (this.silent) return new Promise(() => undefined);
    return this.cut ? Promise.reject(new Error('no connection')) : this.leases.read(name);
  }

  async replace(name: string, next: LeaseState): Promise<boolean> {
    if (this.silent) return new Promise(() => undefined);
    if (this.cut) throw new Error('no connection');
    const answer = await this.leases.replace(name, next);
    if (answer && this.losesAnswers) throw new Error('the answer was lost');
    return answer;
  }
}

/** One process that wants the lease; its clock can be stopped together with everything that it does. */
class Process {
  readonly link: Link;
  readonly stopping = new AbortController();
  readonly grants: LeaseGrant[] = [];
  readonly failures: string[] = [];
  /** As it was told: whether it holds the lease. */
  readonly turns: boolean[] = [];
  /** The work under way comes to its end with what is called here. */
  end: { resolve(): void; reject(error: Error): void } | undefined;
  working = false;
  readonly done: Promise<void>;

  constructor(
    readonly holder: string,
    leases: LeaseStore,
    private readonly endsOnAbort = true,
    isDead?: (holder: string) => boolean,
  ) {
    this.link = new Link(leases);
    const { signal } = this.stopping;
    const options = {
      holder,
      ...(isDead === undefined ? {} : { isDead }),
      termMs,
      heartbeatMs,
      signal,
      clock: { monotonicMs: () => performance.now() },
      onFailure: (error: unknown) => this.failures.push((error as Error).message),
      onTurn: (_name: string, isHeld: boolean) => void this.turns.push(isHeld),
    };
    this.done = holdLease(this.link, 'emails', options, (grant) => this.work(grant));
  }

  get fence(): number | undefined {
    return this.working ? this.grants.at(-1)?.fence : undefined;
  }

  private async work(grant: LeaseGrant): Promise<void> {
    expect(this.working).toBe(false);
    this.grants.push(grant);
    this.working = true;
    try {
      await new Promise<void>((resolve, reject) => {
        this.end = { resolve, reject };
        if (this.endsOnAbort) grant.signal.addEventListener('abort', () => resolve());
      });
    } finally {
      this.working = false;
    }
  }
}

describe('holding a lease', () => {
  let leases: MemoryLeaseStore;
  let processes: Process[];
  beforeEach(() => {
    jest.useFakeTimers();
    leases = new MemoryLeaseStore();
    processes = [];
  });
  afterEach(async () => {
    for (const each of processes) {
      each.link.cut = false;
      each.link.silent = false;
      each.stopping.abort();
      each.end?.resolve();
    }
    await pass(termMs * 2);
    await Promise.all(processes.map(({ done }) => done));
    jest.useRealTimers();
  });

  const pass = (durationMs: number) => jest.advanceTimersByTimeAsync(durationMs);
  const start = async (holder: string, endsOnAbort = true): Promise<Process> => {
    const started = new Process(holder, leases, endsOnAbort);
    processes.push(started);
    await pass(0);
    return started;
  };

  it('takes a lease that nobody has, and keeps it for many terms', async () => {
    const a = await start('a');
    const b = await start('b');
    expect(a.fence).toBe(1);
    await pass(termMs * 20);
    expect(a.fence).toBe(1);
    expect(a.grants).toHaveLength(1);
    expect(a.grants[0]?.isHeld()).toBe(true);
    expect(b.grants).toEqual([]);
    expect([a.turns, b.turns]).toEqual([[false, true], [false]]);
  });

  it('is given back at an orderly end, and goes to the next without waiting for a term', async () => {
    const a = await start('a');
    const b = await start('b');
    a.stopping.abort();
    await pass(heartbeatMs);
    await a.done;
    expect(a.grants[0]?.signal.aborted).toBe(true);
    expect(b.fence).toBe(2);
  });

  it('is kept while the work comes to its end after a stop', async () => {
    const a = await start('a', false);
    const b = await start('b');
    a.stopping.abort();
    await pass(termMs * 3);
    expect(a.working).toBe(true);
    expect(a.grants[0]?.isHeld()).toBe(true);
    expect(b.grants).toEqual([]);
    a.end?.resolve();
    await pass(heartbeatMs);
    expect(b.fence).toBe(2);
  });

  it('is asked for again where an answer never comes, by its holder and by who waits for it', async () => {
    const a = await start('a');
    const b = await start('b');
    a.link.silent = true;
    b.link.silent = true;
    await pass(termMs * 2);
    expect(a.working).toBe(false);
    a.link.silent = false;
    await pass(termMs * 2);
    expect(a.fence).toBe(2);
    b.link.silent = false;
    a.stopping.abort();
    await pass(termMs * 2);
    expect(b.fence).toBe(3);
    expect(a.failures).toContain(`no answer within ${termMs} ms`);
  });

  it('goes to somebody else a term after its holder fell silent, who had stopped before', async () => {
    const a = await start('a');
    const b = await start('b');
    await pass(heartbeatMs * 3);
    a.link.cut = true;
    let stoppedFirst = false;
    a.grants[0]?.signal.addEventListener('abort', () => {
      stoppedFirst = b.grants.length === 0;
    });
    await pass(termMs - heartbeatMs);
    expect(a.fence).toBe(1);
    expect(b.fence).toBeUndefined();
    await pass(heartbeatMs * 3);
    expect(a.fence).toBeUndefined();
    expect(a.grants[0]?.isHeld()).toBe(false);
    expect(b.fence).toBe(2);
    expect(stoppedFirst).toBe(true);
  });

  it('goes at once to who knows that its holder is dead, and to nobody else', async () => {
    const a = await start('a');
    a.link.cut = true;
    const stranger = await start('stranger');
    const nextLife = new Process('next life', leases, true, (holder) => holder === 'a');
    processes.push(nextLife);
    await pass(0);
    expect(stranger.fence).toBeUndefined();
    expect(nextLife.fence).toBe(2);
  });

  it('is taken again by whoever lost it, with a greater fence', async () => {
    const a = await start('a');
    a.link.cut = true;
    await pass(termMs);
    expect(a.working).toBe(false);
    a.link.cut = false;
    await pass(heartbeatMs);
    expect(a.fence).toBe(2);
    expect(a.failures).toContain('no connection');
  });

  it('waits for the work of a lost lease to end before it does it again', async () => {
    const a = await start('a', false);
    a.link.cut = true;
    await pass(termMs);
    a.link.cut = false;
    await pass(termMs * 3);
    expect(a.grants).toHaveLength(1);
    expect(a.grants[0]?.signal.aborted).toBe(true);
    a.end?.resolve();
    await pass(heartbeatMs);
    expect(a.fence).toBe(2);
  });

  it('tells a process that was frozen at once, before any of its timers', async () => {
    const a = await start('a');
    const [grant] = a.grants;
    // The clock goes on; nothing of the process runs.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + termMs);
    expect(grant?.signal.aborted).toBe(false);
    expect(grant?.isHeld()).toBe(false);
    jest.restoreAllMocks();
  });

  it('stops at its next heartbeat when somebody else has taken the lease', async () => {
    const a = await start('a');
    const stored = await leases.read('emails');
    await leases.replace('emails', { holder: 'b', fence: 2, heartbeat: (stored?.heartbeat ?? 0) + 1 });
    await pass(heartbeatMs);
    expect(a.grants[0]?.signal.aborted).toBe(true);
    expect(a.working).toBe(false);
  });

  it('goes on after a heartbeat whose answer was lost', async () => {
    const a = await start('a');
    a.link.losesAnswers = true;
    await pass(heartbeatMs);
    a.link.losesAnswers = false;
    await pass(termMs * 4);
    expect(a.failures).toEqual(['the answer was lost']);
    expect(a.fence).toBe(1);
    expect(a.grants).toHaveLength(1);
  });

  it('does not count a heartbeat whose answer was lost', async () => {
    const a = await start('a');
    a.link.losesAnswers = true;
    await pass(termMs);
    expect(a.working).toBe(false);
    expect(a.grants[0]?.isHeld()).toBe(false);
  });

  it('takes at once what it had taken without hearing of it', async () => {
    const a = new Process('a', leases);
    processes.push(a);
    a.link.losesAnswers = true;
    await pass(0);
    expect(a.working).toBe(false);
    a.link.losesAnswers = false;
    await pass(heartbeatMs);
    expect(a.fence).toBe(2);
  });

  it('is over when the work comes to its own end', async () => {
    const a = await start('a');
    a.end?.resolve();
    await pass(0);
    await a.done;
    expect(await leases.read('emails')).toMatchObject({ holder: null, fence: 1 });
    expect(a.grants).toHaveLength(1);
  });

  it('is offered to others after the work failed, and taken again', async () => {
    const a = await start('a');
    const b = await start('b');
    a.end?.reject(new Error('no such stream'));
    await pass(heartbeatMs);
    expect(a.failures).toEqual(['no such stream']);
    expect(b.fence).toBe(2);
    b.stopping.abort();
    await pass(termMs * 2);
    expect(a.fence).toBe(3);
  });
});
