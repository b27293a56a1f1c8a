import type { Job, WorkQueue } from '../../../src/application/ports/work-queue.js';
import { createInProcessQueue } from '../../../src/infrastructure/work-queue/in-process-queue.js';

const { jest } = import.meta;

describe('the in-process queue', () => {
  let queue: WorkQueue;
  let failures: (readonly [string, unknown])[];
  /** Jobs under way, and what ends each of them. */
  let running: Map<string, () => void>;
  let order: string[];
  beforeEach(() => {
    jest.useFakeTimers();
    failures = [];
    running = new Map();
    order = [];
    queue = createInProcessQueue((job, error) => failures.push([job.id, error]), { perDestination: 3, total: 5 });
  });
  afterEach(() => jest.useRealTimers());

  const job = (id: string, changes: Partial<Job> = {}): Job => ({
    id,
    emailId: id,
    destination: 'd1',
    generation: 1,
    retryClass: 'standard',
    dueAtMs: Date.now(),
    ...changes,
  });
  const offer = async (...jobs: readonly Job[]) => {
    const offers = [];
    for (const each of jobs) offers.push(await queue.offer(each));
    return offers;
  };
  const work = (concurrency: number): void => {
    queue.process(concurrency, (next) => {
      order.push(next.id);
      return new Promise((resolve) => running.set(next.id, resolve));
    });
  };
  const passes = (delayMs: number): Promise<void> => jest.advanceTimersByTimeAsync(delayMs);
  const end = async (id: string): Promise<void> => {
    running.get(id)?.();
    running.delete(id);
    await passes(0);
  };

  it('takes destinations in turn', async () => {
    await offer(job('a1'), job('a2'), job('a3'), job('b1', { destination: 'd2' }), job('c1', { destination: 'd3' }));
    work(1);
    for (const id of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(id);
    expect(order).toStrictEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('takes transactional mail first, bulk last', async () => {
    await offer(job('bulk', { retryClass: 'bulk' }), job('standard'), job('code', { retryClass: 'transactional' }));
    work(1);
    for (const id of ['code', 'standard', 'bulk']) await end(id);
    expect(order).toStrictEqual(['code', 'standard', 'bulk']);
  });

  it('hands out no more at a time than it may', async () => {
    await offer(job('a1'), job('a2'), job('a3'));
    work(2);
    expect([...running.keys()]).toStrictEqual(['a1', 'a2']);
    expect(queue.waiting()).toStrictEqual({ due: 1, later: 0 });
    await end('a1');
    expect([...running.keys()]).toStrictEqual(['a2', 'a3']);
  });

  it('has room for so many of a destination, and for so many in all', async () => {
    expect(await offer(job('a1'), job('a2'), job('a3'), job('a4'))).toStrictEqual([
      'queued',
      'queued',
      'queued',
      'full',
    ]);
    const others = [
      job('b1', { destination: 'd2' }),
      job('b2', { destination: 'd2' }),
      job('c1', { destination: 'd3' }),
    ];
    expect(await offer(...others)).toStrictEqual(['queued', 'queued', 'full']);
    work(1);
    expect(await offer(job('a4'))).toStrictEqual(['queued']);
  });

  it('knows a job until it has been worked on', async () => {
    await offer(job('a1'));
    expect(await offer(job('a1'))).toStrictEqual(['known']);
    work(1);
    expect(await offer(job('a1'))).toStrictEqual(['known']);
    await end('a1');
    expect(await offer(job('a1'))).toStrictEqual(['queued']);
  });

  it('hands out no job before its time', async () => {
    work(1);
    await offer(job('a1', { dueAtMs: Date.now() + 1_000 }));
    expect(queue.waiting()).toStrictEqual({ due: 0, later: 1 });
    await passes(999);
    expect(order).toStrictEqual([]);
    await passes(1);
    expect(order).toStrictEqual(['a1']);
  });

  it('keeps the room of what is due apart from that of what is due later', async () => {
    const at = Date.now() + 1_000;
    const crowd = ['l1', 'l2', 'l3', 'l4'].map((id) => job(id, { dueAtMs: at }));
    expect(await offer(...crowd)).toStrictEqual(['queued', 'queued', 'queued', 'full']);
    expect(await offer(job('a1'), job('a2'), job('a3'))).toStrictEqual(['queued', 'queued', 'queued']);
    expect(queue.waiting()).toStrictEqual({ due: 3, later: 3 });
    await passes(1_000);
    expect(queue.waiting()).toStrictEqual({ due: 6, later: 0 });
    expect(await offer(job('a4'))).toStrictEqual(['full']);
    work(6);
    expect(order).toStrictEqual(['a1', 'a2', 'a3', 'l1', 'l2', 'l3']);
  });

  it('waits on where a timer ends before its time', async () => {
    work(1);
    const dueAtMs = Date.now() + 1_000;
    await offer(job('a1', { dueAtMs }));
    jest.setSystemTime(Date.now() - 5);
    await passes(1_000);
    expect(order).toStrictEqual([]);
    await passes(5);
    expect(order).toStrictEqual(['a1']);
  });

  it('goes on after a job that failed', async () => {
    queue.process(1, (next) => {
      order.push(next.id);
      return next.id === 'a1' ? Promise.reject(new Error('held')) : Promise.resolve();
    });
    await offer(job('a1'), job('a2'));
    await passes(0);
    expect(order).toStrictEqual(['a1', 'a2']);
    expect(failures).toStrictEqual([['a1', new Error('held')]]);
    expect(await offer(job('a1'))).toStrictEqual(['queued']);
  });

  it('stops when the jobs under way have ended, and hands out no other', async () => {
    await offer(job('a1'), job('a2'), job('a3', { dueAtMs: Date.now() + 1_000 }));
    work(1);
    let stopped = false;
    const stopping = queue.stop().then(() => {
      stopped = true;
    });
    await passes(2_000);
    expect(stopped).toBe(false);
    await end('a1');
    await stopping;
    expect(order).toStrictEqual(['a1']);
  });

  it('takes no job once it was stopped', async () => {
    await queue.stop();
    expect(await offer(job('a1', { dueAtMs: Date.now() + 1_000 }))).toStrictEqual(['full']);
    expect(jest.getTimerCount()).toBe(0);
  });
});
