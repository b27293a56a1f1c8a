import type { Job, JobEnd, Place, Receivers, WorkQueue } from '../../src/application/ports/work-queue.js';
import type { QueueLimits } from '../../src/infrastructure/work-queue/room.js';
import { waitFor } from '../support/wait-for.js';

export interface QueueUnderTest {
  readonly limits: QueueLimits;
  readonly onFailure: (job: Job, error: unknown) => void;
}

/** A job is named by a letter and a number; the letter is its line. */
export const jobNamed = (name: string, changes: Partial<Job> = {}): Job => {
  const line = `${name.charAt(0)}.example.com`;
  return {
    id: `email:${name}:${line}:1`,
    kind: 'email',
    line,
    class: 'standard',
    dueAtMs: Date.now(),
    payload: { emailId: name, destination: line, generation: 1 },
    ...changes,
  };
};

/** Hands out jobs and holds each until it is ended. */
export function createWorker(queue: WorkQueue) {
  const order: string[] = [];
  const running = new Map<string, (end?: JobEnd) => void>();
  const places = new Map<string, Place>();
  const started = (...names: readonly string[]) =>
    waitFor(
      async () => [...running.keys()],
      (now) => names.every((name) => now.includes(name)),
    );
  return {
    order,
    running,
    started,
    work: (concurrency: number, receivers?: Receivers): void =>
      queue.process(
        concurrency,
        ({ payload: { emailId } }, place) => {
          order.push(emailId);
          places.set(emailId, place);
          return new Promise((resolve) => running.set(emailId, (end = 'done') => resolve(end)));
        },
        receivers,
      ),
    async standAside(name: string): Promise<void> {
      await started(name);
      places.get(name)?.standAside();
    },
    async joins(name: string, receiver: string): Promise<boolean | undefined> {
      await started(name);
      return places.get(name)?.joins(receiver);
    },
    async end(name: string, as: JobEnd = 'done'): Promise<void> {
      await started(name);
      const end = running.get(name);
      running.delete(name);
      end?.(as);
    },
    endAll(): void {
      for (const end of running.values()) end();
    },
  };
}

export const offerAll = (queue: WorkQueue, ...jobs: readonly Job[]) => queue.offer(jobs, 'again');

export async function offerOne(queue: WorkQueue, job: Job) {
  const [answer] = await queue.offer([job], 'again');
  return answer;
}

/** What every `WorkQueue` promises; `create` makes an empty one. */
export function workQueueContract(name: string, create: (options: QueueUnderTest) => Promise<WorkQueue>): void {
  describe(`WorkQueue: ${name}`, () => {
    let queue: WorkQueue;
    let worker: ReturnType<typeof createWorker>;
    let failures: (readonly [string, unknown])[];
    beforeEach(async () => {
      failures = [];
      const onFailure = (job: Job, error: unknown): void => void failures.push([job.payload.emailId, error]);
      queue = await create({ limits: { perLine: 3, total: 5 }, onFailure });
      worker = createWorker(queue);
    });
    afterEach(async () => {
      const stopped = queue.stop();
      worker.endAll();
      await stopped;
    });

    const offer = (...jobs: readonly Job[]) => offerAll(queue, ...jobs);
    const work = (concurrency: number): void => worker.work(concurrency);
    const end = (job: string, as?: JobEnd): Promise<void> => worker.end(job, as);
    const started = (...jobs: readonly string[]) => worker.started(...jobs);
    const endNext = async (): Promise<void> => {
      const [next] = await waitFor(
        async () => [...worker.running.keys()],
        ({ length }) => length > 0,
      );
      if (next !== undefined) await end(next);
    };
    /** Offers until the answer is this one: a queue of many processes may hear of an end a moment later. */
    const offered = (job: Job, answer: string) =>
      waitFor(
        () => offerOne(queue, job),
        (given) => given === answer,
      );

    it('hands out a job as it was offered', async () => {
      const job = jobNamed('a1', {
        class: 'bulk',
        payload: { emailId: 'a1', destination: 'elsewhere', generation: 7 },
      });
      await offer(job);
      const handed = await new Promise<Job>((resolve) =>
        queue.process(1, async (next) => {
          resolve(next);
          return 'done';
        }),
      );
      expect(handed).toStrictEqual(job);
    });

    it('takes lines in turn', async () => {
      await offer(...['a1', 'a2', 'a3', 'b1', 'c1'].map((job) => jobNamed(job)));
      work(1);
      for (const job of ['a1', 'b1', 'c1', 'a2', 'a3']) await end(job);
      expect(worker.order).toStrictEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
    });

    it('lets a newcomer wait for a round, not for the whole of another line', async () => {
      await offer(jobNamed('a1'), jobNamed('a2'), jobNamed('a3'));
      work(1);
      await end('a1');
      await started('a2');
      await offer(jobNamed('a4'), jobNamed('b1'));
      while (worker.order.length < 5) await endNext();
      expect(worker.order.indexOf('b1')).toBeLessThan(worker.order.indexOf('a4'));
    });

    it('takes transactional mail first, bulk after all others, and what strangers made a team send last', async () => {
      const strangers = jobNamed('a1', { class: 'strangers' });
      const bulk = jobNamed('b1', { class: 'bulk' });
      await offer(strangers, bulk, jobNamed('c1'), jobNamed('d1', { class: 'transactional' }));
      work(1);
      for (const job of ['d1', 'c1', 'b1', 'a1']) await end(job);
      expect(worker.order).toStrictEqual(['d1', 'c1', 'b1', 'a1']);
    });

    it('takes bulk mail last, whichever line it waits in', async () => {
      const bulk = ['a1', 'b1'].map((job) => jobNamed(job, { class: 'bulk' }));
      await offer(...bulk, jobNamed('d1'), jobNamed('b2', { class: 'transactional' }));
      work(1);
      for (const job of ['b2', 'd1', 'a1', 'b1']) await end(job);
      expect(worker.order).toStrictEqual(['b2', 'd1', 'a1', 'b1']);
    });

    it('hands out no more at a time than it may', async () => {
      await offer(jobNamed('a1'), jobNamed('a2'), jobNamed('a3'));
      work(2);
      await started('a1', 'a2');
      await waitFor(
        async () => queue.waiting().due,
        (due) => due === 1,
      );
      expect([...worker.running.keys()]).toStrictEqual(['a1', 'a2']);
      await end('a1');
      await started('a2', 'a3');
    });

    it('has room for so many of a line, and for so many in all', async () => {
      const four = ['a1', 'a2', 'a3', 'a4'].map((job) => jobNamed(job));
      expect(await offer(...four)).toStrictEqual(['queued', 'queued', 'queued', 'full']);
      const room = () => ['a1', 'b1', 'c1'].map((job) => queue.hasRoomFor(jobNamed(job).line));
      expect(room()).toStrictEqual([false, true, true]);
      // The less there is left, the fewer one line may have of it.
      expect(await offer(jobNamed('b1'), jobNamed('b2'), jobNamed('c1'))).toStrictEqual(['queued', 'full', 'queued']);
      expect(await offer(jobNamed('d1'))).toStrictEqual(['full']);
      expect(room()).toStrictEqual([false, false, false]);
      expect(queue.waiting()).toStrictEqual({ due: 5, later: 0 });
      work(1);
      await offered(jobNamed('d1'), 'queued');
      for (let jobs = 0; jobs < 6; jobs += 1) await endNext();
      await waitFor(
        async () => room(),
        (free) => free.every(Boolean),
      );
    });

    it('knows a job until it has been worked on', async () => {
      await offer(jobNamed('a1'));
      expect(await offer(jobNamed('a1'))).toStrictEqual(['known']);
      work(1);
      await started('a1');
      expect(await offer(jobNamed('a1'))).toStrictEqual(['known']);
      await end('a1');
      await offered(jobNamed('a1'), 'queued');
      await started('a1');
      expect(worker.order).toStrictEqual(['a1', 'a1']);
    });

    it('takes news once, and what is offered again as often as it is worked on', async () => {
      const told = () => queue.offer([jobNamed('a1'), jobNamed('b1')], 'news');
      expect(await told()).toStrictEqual(['queued', 'queued']);
      expect(await told()).toStrictEqual(['known', 'known']);
      work(2);
      await end('a1');
      await end('b1');
      // Its end is heard of by everybody once it may be queued again.
      await offered(jobNamed('b1'), 'queued');
      await end('b1');
      expect(await told()).toStrictEqual(['known', 'known']);
      await offered(jobNamed('a1'), 'queued');
      await end('a1');
      expect(worker.order.toSorted()).toStrictEqual(['a1', 'a1', 'b1', 'b1']);
    });

    it('answers for each of many jobs that are offered at once', async () => {
      const jobs = ['a1', 'a2', 'a1', 'a3', 'a4', 'b1'].map((job) => jobNamed(job));
      expect(await queue.offer(jobs, 'news')).toStrictEqual(['queued', 'queued', 'known', 'queued', 'full', 'queued']);
      expect(await queue.offer([], 'news')).toStrictEqual([]);
      work(1);
      for (const job of ['a1', 'b1', 'a2', 'a3']) await end(job);
      expect(worker.order).toStrictEqual(['a1', 'b1', 'a2', 'a3']);
    });

    it('hands out no job before its time', async () => {
      const dueAtMs = Date.now() + 400;
      let handedOutAtMs = 0;
      queue.process(1, async () => {
        handedOutAtMs = Date.now();
        return 'done';
      });
      expect(await offer(jobNamed('a1', { dueAtMs }))).toStrictEqual(['queued']);
      await waitFor(
        async () => handedOutAtMs,
        (at) => at > 0,
      );
      expect(handedOutAtMs).toBeGreaterThanOrEqual(dueAtMs);
    });

    it('keeps the room of what is due apart from that of what is due later', async () => {
      const dueAtMs = Date.now() + 3_600_000;
      const crowd = ['a1', 'a2', 'a3', 'a4'].map((job) => jobNamed(job, { dueAtMs }));
      expect(await offer(...crowd)).toStrictEqual(['queued', 'queued', 'queued', 'full']);
      const due = ['a5', 'a6', 'a7', 'a8'].map((job) => jobNamed(job));
      expect(await offer(...due)).toStrictEqual(['queued', 'queued', 'queued', 'full']);
      expect(queue.waiting()).toStrictEqual({ due: 3, later: 3 });
    });

    it('goes on after a job that failed', async () => {
      await offer(jobNamed('a1'), jobNamed('a2'));
      const order: string[] = [];
      queue.process(1, async ({ payload: { emailId } }) => {
        order.push(emailId);
        if (emailId === 'a1') throw new Error('held');
        return 'done';
      });
      await waitFor(
        async () => order,
        ({ length }) => length === 2,
      );
      expect(order).toStrictEqual(['a1', 'a2']);
      expect(failures).toStrictEqual([['a1', new Error('held')]]);
      const again = () => queue.offer([jobNamed('a1'), jobNamed('a2')], 'news');
      await waitFor(again, ([failed]) => failed === 'queued');
      expect(await again()).toStrictEqual([expect.any(String), 'known']);
    });

    describe('with receivers that serve several lines', () => {
      /** What a receiver takes; the others take all. */
      const room = new Map<string, number>();
      const receivers: Receivers = {
        receiverOf: (line) => (line.startsWith('c') ? line : 'slow'),
        roomOf: (receiver) => room.get(receiver) ?? Number.POSITIVE_INFINITY,
        answers: (receiver) => !strangers.has(receiver),
        mostAside: 2,
      };
      const strangers = new Set<string>();
      beforeEach(() => {
        room.clear();
        strangers.clear();
      });

      it('lets no other line wait for a receiver that has no room', async () => {
        room.set('slow', 1);
        await offer(jobNamed('a1'), jobNamed('a2'), jobNamed('b1'), jobNamed('b2'), jobNamed('c1'));
        worker.work(2, receivers);
        await end('c1');
        await offered(jobNamed('c2'), 'queued');
        await end('c2');
        expect([...worker.running.keys()]).toHaveLength(1);
        while (worker.order.length < 6) await endNext();
        expect(worker.order.slice(-3).toSorted()).toStrictEqual(
          ['a1', 'a2', 'b1', 'b2'].filter((name) => name !== worker.order[0] && name !== worker.order[1]),
        );
      });

      it('gives the place of a job that stands aside to another, as far as there is room aside', async () => {
        await offer(jobNamed('a1'), jobNamed('a2'), jobNamed('a3'), jobNamed('b1'), jobNamed('b2'));
        worker.work(1, receivers);
        for (const turn of [1, 2, 3]) {
          await waitFor(
            async () => worker.order.length,
            (begun) => begun === turn,
          );
          await worker.standAside(worker.order[turn - 1] ?? '');
        }
        // The third found no room aside, and keeps its place.
        await offered(jobNamed('c1'), 'queued');
        expect(worker.order).toHaveLength(3);
        expect([...worker.running.keys()]).toHaveLength(3);
        await end(worker.order[2] ?? '');
        await waitFor(
          async () => worker.order.length,
          (begun) => begun === 4,
        );
        const aside = worker.order[0] ?? '';
        expect(await offerOne(queue, jobNamed(aside))).toBe('known');
        await end(aside);
        await offered(jobNamed(aside), 'queued');
      });

      it('keeps half of the places, and half of the room aside, for receivers that answer', async () => {
        strangers.add('slow');
        await offer(jobNamed('a1'), jobNamed('b1'), jobNamed('a2'), jobNamed('b2'), jobNamed('c1'));
        worker.work(2, receivers);
        await started('c1');
        const [first = ''] = worker.order.filter((name) => name !== 'c1');
        expect(worker.order).toHaveLength(2);
        await worker.standAside(first);
        await waitFor(
          async () => worker.order.length,
          (begun) => begun === 3,
        );
        // No room is left aside for another stranger.
        await worker.standAside(worker.order[2] ?? '');
        await end('c1');
        await offered(jobNamed('c2'), 'queued');
        await started('c2');
        expect(worker.order).toHaveLength(4);
        strangers.clear();
        await end('c2');
        await waitFor(
          async () => worker.order.length,
          (begun) => begun === 5,
        );
      });

      it('begins with a receiver when it has room', async () => {
        room.set('slow', 0);
        await offer(jobNamed('a1'), jobNamed('c1'));
        worker.work(2, receivers);
        await end('c1');
        expect(worker.order).toStrictEqual(['c1']);
        room.set('slow', 1);
        await started('a1');
      });

      it('counts a job for the receiver that it turned out to be for', async () => {
        room.set('slow', 1);
        await offer(jobNamed('c1'), jobNamed('c2'));
        worker.work(3, receivers);
        await started('c1', 'c2');
        expect(await worker.joins('c1', 'slow')).toBe(true);
        expect(await worker.joins('c2', 'slow')).toBe(false);
        await offer(jobNamed('a1'), jobNamed('c3'));
        // It came behind the one that is not started.
        await started('c3');
        expect(worker.order).not.toContain('a1');
        await end('c2', 'not-now');
        await end('c1');
        await started('a1');
      });

      it('hands a job out again whose receiver turned out to have none', async () => {
        await offer(jobNamed('a1'));
        worker.work(1, receivers);
        await worker.end('a1', 'not-now');
        await end('a1');
        expect(worker.order).toStrictEqual(['a1', 'a1']);
      });
    });

    it('stops when the jobs under way have ended, and hands out no other', async () => {
      await offer(jobNamed('a1'), jobNamed('a2'));
      work(1);
      await started('a1');
      let stopped = false;
      const stopping = queue.stop().then(() => {
        stopped = true;
      });
      // Longer than a stop with nothing under way takes.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(stopped).toBe(false);
      await end('a1');
      await stopping;
      expect(worker.order).toStrictEqual(['a1']);
    });

    it('takes no job once it was stopped', async () => {
      await queue.stop();
      expect(await offer(jobNamed('a1'))).toStrictEqual(['full']);
    });
  });
}
