import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { FairThread } from '../../../src/infrastructure/system/fair-thread.js';
import type { ModestWorker } from '../../../src/infrastructure/system/modest-worker.js';

const timeoutMs = 1_000;

describe('a thread for the work of strangers', () => {
  let nowMs: number;
  let usedMs: number;
  let workers: EventEmitter[];
  let cutOff: string[];
  let thread: FairThread<string, string>;

  beforeEach(() => {
    jest.useFakeTimers();
    nowMs = 0;
    usedMs = 0;
    workers = [];
    cutOff = [];
    const start = (): ModestWorker => {
      const methods = { postMessage: () => undefined, terminate: async () => 0, unref: () => undefined };
      const worker = Object.assign(new EventEmitter(), methods, { threadTime: () => usedMs });
      workers.push(worker);
      // The methods that the thread calls.
      return worker as unknown as ModestWorker;
    };
    const onCutOff = (why: string, input = '') => cutOff.push(`${input} ${why}`);
    const limitsOf = () => ({ share: 'all', timeoutMs, budgetMs: 3_000 });
    thread = new FairThread({ start, limitsOf, windowMs: 10_000, onCutOff, clock: { now: () => nowMs } });
  });
  afterEach(async () => {
    await thread.close();
    jest.useRealTimers();
  });

  /** So much time passes, and the thread gets this share of a processor. */
  const pass = (ms: number, share: number) => {
    for (let passedMs = 0; passedMs < ms; passedMs += 10) {
      nowMs += 10;
      usedMs += 10 * share;
      jest.advanceTimersByTime(10);
    }
  };
  const answer = (output: string) => workers.at(-1)?.emit('message', output);

  it('cuts a job off that uses a processor for too long, and goes on with the next in another thread', async () => {
    const jobs = [thread.run('first', 'a team'), thread.run('second', 'a team')];
    pass(timeoutMs, 1);
    expect(cutOff).toEqual(['first took too long']);
    answer('read');
    expect(await Promise.all(jobs)).toEqual([undefined, 'read']);
    expect(workers).toHaveLength(2);
  });

  it('waits for a job that the machine gives little of its processors to', async () => {
    const job = thread.run('honest', 'a team');
    pass(5 * timeoutMs, 0.19);
    answer('read');
    expect([await job, cutOff]).toEqual(['read', []]);
  });

  it('cuts it off once it has used too much all the same', async () => {
    const job = thread.run('hostile', 'a team');
    pass(3 * timeoutMs, 0.25);
    expect(cutOff).toEqual([]);
    pass(timeoutMs, 0.3);
    expect([await job, cutOff]).toEqual([undefined, ['hostile took too long']]);
  });

  it('waits for no job without end', async () => {
    const job = thread.run('stuck', 'a team');
    pass(9 * timeoutMs, 0);
    expect(cutOff).toEqual([]);
    pass(timeoutMs, 0);
    expect([await job, cutOff]).toEqual([undefined, ['stuck took too long']]);
  });

  it('counts of an owner what its jobs used of a processor, and not how long they waited for one', async () => {
    const done = async (share: number): Promise<string | undefined> => {
      const job = thread.run('job', 'a team');
      pass(900, share);
      answer('read');
      return job;
    };
    for (let jobs = 0; jobs < 8; jobs += 1) expect(await done(0.1)).toBe('read');
    // 720 ms are used, and three times 900 are over the budget.
    const all = [await done(1), await done(1), await done(1)];
    expect([all, await done(1)]).toEqual([['read', 'read', 'read'], undefined]);
  });

  it('counts no more than the time that has passed, where the system tells what all threads use', async () => {
    const done = async (): Promise<string | undefined> => {
      const job = thread.run('job', 'a team');
      pass(900, 4);
      answer('read');
      return job;
    };
    expect([await done(), await done(), await done(), cutOff]).toEqual(['read', 'read', 'read', []]);
  });
});
