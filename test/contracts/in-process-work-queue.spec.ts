import type { WorkQueue } from '../../src/application/ports/work-queue.js';
import { InProcessQueue } from '../../src/infrastructure/work-queue/in-process-queue.js';
import { createWorker, jobNamed, offerAll, offerOne, workQueueContract } from './work-queue.contract.js';

const { jest } = import.meta;

workQueueContract('in-process', async ({ onFailure, limits }) => new InProcessQueue(onFailure, limits));

describe('the in-process queue', () => {
  let queue: WorkQueue;
  let worker: ReturnType<typeof createWorker>;
  beforeEach(() => {
    jest.useFakeTimers();
    queue = new InProcessQueue(() => undefined, { perLine: 3, total: 5 });
    worker = createWorker(queue);
  });
  afterEach(() => jest.useRealTimers());

  const passes = (delayMs: number): Promise<void> => jest.advanceTimersByTimeAsync(delayMs);

  it('hands out a job on the millisecond', async () => {
    worker.work(1);
    await offerAll(queue, jobNamed('a1', { dueAtMs: Date.now() + 1_000 }));
    await passes(999);
    expect(worker.order).toStrictEqual([]);
    await passes(1);
    expect(worker.order).toStrictEqual(['a1']);
  });

  it('keeps the place of a job whose time has come', async () => {
    const at = Date.now() + 1_000;
    await offerAll(queue, ...['a1', 'a2', 'a3'].map((name) => jobNamed(name, { dueAtMs: at })));
    await offerAll(queue, jobNamed('a4'), jobNamed('a5'), jobNamed('a6'));
    await passes(1_000);
    expect(queue.waiting()).toStrictEqual({ due: 6, later: 0 });
    expect(await offerOne(queue, jobNamed('a7'))).toBe('full');
    worker.work(6);
    expect(worker.order).toStrictEqual(['a4', 'a5', 'a6', 'a1', 'a2', 'a3']);
  });

  it('waits on where a timer ends before its time', async () => {
    worker.work(1);
    const dueAtMs = Date.now() + 1_000;
    await offerAll(queue, jobNamed('a1', { dueAtMs }));
    jest.setSystemTime(Date.now() - 5);
    await passes(1_000);
    expect(worker.order).toStrictEqual([]);
    await passes(5);
    expect(worker.order).toStrictEqual(['a1']);
  });

  it('keeps no timer once it was stopped', async () => {
    await offerAll(queue, jobNamed('a1', { dueAtMs: Date.now() + 1_000 }));
    await queue.stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});
