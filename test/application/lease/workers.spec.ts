import { WorkerLease } from '../../../src/application/lease/worker-lease.js';
import { takeWorkerLease, WorkerWatch } from '../../../src/application/lease/worker-watch.js';
import { leaseOfWorker, type Worker, workerTimes } from '../../../src/application/lease/workers.js';
import type { LeaseState, LeaseStore } from '../../../src/application/ports/lease.js';
import { MemoryLeaseStore } from '../../support/memory-lease-store.js';

const { jest } = import.meta;
const { termMs, heartbeatMs } = workerTimes;

/** A network between a process and the leases, which a spec can cut, or make lose answers. */
class Link implements LeaseStore {
  cut = false;
  losesAnswers = false;

  constructor(private readonly leases: LeaseStore) {}

  read(name: string): Promise<LeaseState | undefined> {
    return this.over(() => this.leases.read(name));
  }

  async replace(name: string, next: LeaseState): Promise<boolean> {
    const answer = await this.over(() => this.leases.replace(name, next));
    if (this.losesAnswers) throw new Error('the answer was lost');
    return answer;
  }

  list(prefix: string): Promise<ReadonlyMap<string, LeaseState>> {
    return this.over(() => this.leases.list(prefix));
  }

  remove(name: string): Promise<void> {
    return this.over(() => this.leases.remove(name));
  }

  private over<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return this.cut ? Promise.reject(new Error('no connection')) : ask();
  }
}

/** A process that keeps a lease as a worker and watches over the others. */
class Process {
  readonly link: Link;
  readonly kept: WorkerLease;
  readonly watch: WorkerWatch;
  readonly begun: string[] = [];
  readonly lost: string[] = [];
  readonly taken: string[] = [];
  readonly failures: string[] = [];
  private readonly looking: NodeJS.Timeout;

  constructor(name: string, leases: LeaseStore) {
    this.link = new Link(leases);
    const clock = { monotonicMs: () => performance.now(), now: () => Date.now(), settledNow: () => Date.now() };
    let lives = 0;
    this.kept = new WorkerLease({
      leases: this.link,
      clock,
      newId: () => `${name}-${(lives += 1)}`,
      onBegin: (id) => void this.begun.push(id),
      onLost: (id) => void this.lost.push(id),
      onFailure: (error) => void this.failures.push((error as Error).message),
    });
    this.watch = new WorkerWatch({ leases: this.link, clock, own: () => this.kept.own().id });
    this.looking = setInterval(() => void this.look(), heartbeatMs);
  }

  get own(): Worker {
    return this.kept.own();
  }

  async look(): Promise<void> {
    this.taken.push(...(await this.watch.look().catch(() => [])));
  }

  async stop(): Promise<void> {
    clearInterval(this.looking);
    await this.kept.stop();
  }
}

describe('the leases of workers', () => {
  let leases: MemoryLeaseStore;
  let processes: Process[];
  beforeEach(() => {
    jest.useFakeTimers();
    leases = new MemoryLeaseStore();
    processes = [];
  });
  afterEach(async () => {
    for (const each of processes) each.link.cut = false;
    const stopped = Promise.all(processes.map((each) => each.stop()));
    await pass(termMs);
    await stopped;
    jest.useRealTimers();
  });

  const pass = (durationMs: number) => jest.advanceTimersByTimeAsync(durationMs);
  const start = async (name: string): Promise<Process> => {
    const started = new Process(name, leases);
    processes.push(started);
    await pass(0);
    return started;
  };
  const stored = (worker: string) => leases.read(leaseOfWorker(worker));

  it('are kept for many terms by those who live', async () => {
    const [a, b] = [await start('a'), await start('b')];
    await pass(termMs * 20);
    expect([a.own.id, b.own.id, a.own.isHeld(), b.own.isHeld()]).toEqual(['a-1', 'b-1', true, true]);
    expect([a.watch.hasEnded('b-1'), b.watch.hasEnded('a-1')]).toEqual([false, false]);
  });

  it('are taken a term after the last heartbeat was seen, from a worker that had stopped by then', async () => {
    const [a, b] = [await start('a'), await start('b')];
    await pass(termMs);
    const worker = a.own;
    a.link.cut = true;
    await pass(termMs - heartbeatMs);
    expect(worker.isHeld()).toBe(false);
    expect(b.taken).toEqual([]);
    await pass(heartbeatMs * 3);
    expect(b.taken).toEqual(['a-1']);
    expect(b.watch.hasEnded('a-1')).toBe(true);
    expect(b.watch.foundEndedWithin(termMs)).toBe(true);
    expect(await stored('a-1')).toMatchObject({ holder: null, fence: 2 });
    await pass(termMs);
    expect(b.watch.foundEndedWithin(termMs)).toBe(false);
  });

  it('are never had again by whom they were taken from, who goes on as another worker', async () => {
    const [a, b] = [await start('a'), await start('b')];
    const worker = a.own;
    a.link.cut = true;
    await pass(termMs + heartbeatMs * 2);
    expect(b.taken).toEqual(['a-1']);
    a.link.cut = false;
    await pass(heartbeatMs);
    expect(a.lost).toEqual(['a-1']);
    expect(a.begun).toEqual(['a-1', 'a-2']);
    expect([a.own.id, a.own.isHeld(), worker.isHeld()]).toEqual(['a-2', true, false]);
    await pass(termMs * 3);
    expect(worker.isHeld()).toBe(false);
    expect(await stored('a-1')).toMatchObject({ holder: null, fence: 2 });
    expect(a.watch.hasEnded('a-1')).toBe(true);
    expect(b.watch.hasEnded('a-2')).toBe(false);
  });

  it('are had again after a silence that nobody took them in', async () => {
    const a = await start('a');
    a.link.cut = true;
    await pass(termMs * 3);
    expect(a.own.isHeld()).toBe(false);
    expect(a.failures).toEqual(['no connection']);
    a.link.cut = false;
    await pass(heartbeatMs);
    expect([a.own.id, a.own.isHeld()]).toEqual(['a-1', true]);
  });

  it('outlive an outage that none of them could be seen in: everybody gets a term to show a heartbeat', async () => {
    const [a, b] = [await start('a'), await start('b')];
    for (const each of [a, b]) each.link.cut = true;
    await pass(termMs * 3);
    b.link.cut = false;
    await pass(heartbeatMs * 5);
    a.link.cut = false;
    await pass(termMs * 3);
    expect([...a.taken, ...b.taken]).toEqual([]);
    expect([a.own.id, b.own.id]).toEqual(['a-1', 'b-1']);
  });

  it('tell a process that was frozen at once, before any of its timers', async () => {
    const a = await start('a');
    const worker = a.own;
    // The clock goes on; nothing of the process runs.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + termMs - heartbeatMs);
    expect(worker.isHeld()).toBe(false);
    jest.restoreAllMocks();
    expect(worker.isHeld()).toBe(true);
    // A machine that slept: its monotonic clock did not go on.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + termMs);
    expect(worker.isHeld()).toBe(false);
    jest.restoreAllMocks();
  });

  it('are not held before they were had, or by a heartbeat whose answer was lost', async () => {
    const a = new Process('a', leases);
    processes.push(a);
    expect(a.own.isHeld()).toBe(false);
    a.link.losesAnswers = true;
    await pass(heartbeatMs);
    expect(await stored('a-1')).toMatchObject({ holder: 'a-1' });
    expect(a.own.isHeld()).toBe(false);
    a.link.losesAnswers = false;
    await pass(heartbeatMs);
    expect(a.own.isHeld()).toBe(true);
    expect(await stored('a-1')).toMatchObject({ holder: 'a-1', fence: 1 });
  });

  it('are given up at an orderly end, which others need not wait for', async () => {
    const [a, b] = [await start('a'), await start('b')];
    const worker = a.own;
    await a.stop();
    expect(worker.isHeld()).toBe(false);
    expect(await stored('a-1')).toMatchObject({ holder: null, fence: 1 });
    await b.look();
    expect(b.watch.hasEnded('a-1')).toBe(true);
    expect(b.taken).toEqual([]);
  });

  it('are taken at once from a worker that is known to be gone, also between two of its heartbeats', async () => {
    const a = await start('a');
    await takeWorkerLease(leases, 'a-1');
    expect(await stored('a-1')).toMatchObject({ holder: null, fence: 2 });
    await takeWorkerLease(leases, 'a-1');
    expect(await stored('a-1')).toMatchObject({ fence: 2 });
    await takeWorkerLease(leases, 'nobody');
    expect(await stored('nobody')).toBeUndefined();
    await pass(heartbeatMs);
    expect([a.own.id, a.lost]).toEqual(['a-2', ['a-1']]);
  });

  it('are removed an hour after their end; what is not known has not ended', async () => {
    const [a, b] = [await start('a'), await start('b')];
    await a.stop();
    await pass(3_600_000 - heartbeatMs);
    expect(b.watch.hasEnded('a-1')).toBe(true);
    await pass(heartbeatMs * 4);
    expect(await stored('a-1')).toBeUndefined();
    expect(b.watch.hasEnded('a-1')).toBe(false);
    expect(b.watch.hasEnded('b-1')).toBe(false);
  });

  it('are given up by their holder after a silence that others may have forgotten them in', async () => {
    const a = await start('a');
    a.link.cut = true;
    await pass(1_800_000 + heartbeatMs);
    expect(a.lost).toContain('a-1');
  });
});
