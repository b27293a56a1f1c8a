import { createDispatcher, type Dispatcher } from '../../../src/application/delivery/dispatcher.js';
import type { Job, Offer, WorkQueue } from '../../../src/application/ports/work-queue.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { createInProcessQueue } from '../../../src/infrastructure/work-queue/in-process-queue.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import type { PendingDocument } from '../../../src/projections/pending/pending.document.js';
import { pendingProjection } from '../../../src/projections/pending/pending.projection.js';
import { FakeClock } from '../../support/fake-clock.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';

const { jest } = import.meta;
const shape = shapeOf(pendingProjection);

/** Keeps what it is offered until a spec takes it away. */
class FakeQueue implements WorkQueue {
  room = Number.POSITIVE_INFINITY;
  jobs: Job[] = [];
  refusals = 0;
  looks = 0;

  async offer(job: Job): Promise<Offer> {
    if (this.jobs.some(({ id }) => id === job.id)) return 'known';
    if (this.jobs.length < this.room) this.jobs.push(job);
    else {
      this.refusals += 1;
      return 'full';
    }
    return 'queued';
  }

  process(): void {
    throw new Error('nobody works here');
  }

  hasRoomFor(): boolean {
    this.looks += 1;
    return this.jobs.length <= this.room / 2;
  }

  waiting() {
    return { due: this.jobs.length, later: 0 };
  }

  async stop(): Promise<void> {
    return undefined;
  }
}

const idle: Dispatcher = {
  wake: () => undefined,
  offer: async () => undefined,
  offerAgain: () => undefined,
  stop: async () => undefined,
};

describe('the dispatcher', () => {
  let readStore: MemoryReadStore;
  let queue: FakeQueue;
  let clock: FakeClock;
  let dispatcher: Dispatcher;
  let position: number;
  let failures: unknown[];
  let paused: Set<string>;
  beforeEach(() => {
    jest.useFakeTimers();
    readStore = new MemoryReadStore();
    queue = new FakeQueue();
    clock = new FakeClock();
    jest.setSystemTime(clock.now());
    position = 0;
    failures = [];
    paused = new Set();
  });
  afterEach(async () => {
    await dispatcher.stop();
    jest.useRealTimers();
  });

  const start = (regions: readonly string[] | 'all' = 'all'): void => {
    const onFailure = (error: unknown): void => void failures.push(error);
    dispatcher = createDispatcher({
      readStore,
      pending: shape,
      queue,
      clock,
      regions,
      isPaused: ({ destination }) => paused.has(destination),
      onFailure,
    });
  };
  const passes = (delayMs: number): Promise<void> => jest.advanceTimersByTimeAsync(delayMs);
  const offered = (): readonly string[] => queue.jobs.map(({ id }) => id);
  const inMs = (delayMs: number): string => new Date(clock.now() + delayMs).toISOString();

  const positionOf = (number: number): Position => String(number).padStart(6, '0') as Position;

  function rowAt(number: number, emailId: string, row: Partial<PendingDocument> = {}) {
    const destination = row.destination ?? 'd1';
    const due = { state: 'due', dueAt: inMs(0), generation: 1, retryClass: 'standard', region: 'eu-west-1' } as const;
    const none = { teamId: 't1', recipients: {}, mxSet: null, lastReply: null, claims: [], claimed: 0 } as const;
    const id = `${emailId}:${destination}`;
    const document: PendingDocument = { ...due, ...none, ...row, id, emailId, destination };
    return { id, document, position: positionOf(number) };
  }

  /** The projection writes rows and tells of it. */
  async function write(...rows: readonly Partial<PendingDocument>[]): Promise<void> {
    const changes = rows.map((row) => {
      position += 1;
      return rowAt(position, row.emailId ?? `e${position}`, row);
    });
    await readStore.apply(shape, changes, positionOf(position));
    dispatcher.wake();
    await passes(0);
  }

  it('offers nothing of what is paused, and all of it at once when that ends', async () => {
    paused.add('d1');
    start();
    await write({ emailId: 'e1' }, { emailId: 'e2', destination: 'd2' });
    await passes(60_000);
    expect(offered()).toStrictEqual(['email:e2:d2:1']);
    paused.clear();
    dispatcher.offerAgain();
    await passes(0);
    expect(offered()).toContain('email:e1:d1:1');
  });

  it('offers a row as soon as it appears, and again when somebody is due anew', async () => {
    start();
    await write({ emailId: 'e1' });
    expect(queue.jobs).toStrictEqual([
      {
        id: 'email:e1:d1:1',
        emailId: 'e1',
        destination: 'd1',
        generation: 1,
        retryClass: 'standard',
        dueAtMs: clock.now(),
      },
    ]);
    await write({ emailId: 'e1', state: 'claimed', dueAt: '' });
    await write({ emailId: 'e1', generation: 2, dueAt: inMs(30_000) });
    expect(offered()).toStrictEqual(['email:e1:d1:1', 'email:e1:d1:2']);
  });

  it('goes on, and says so, where a read never ends', async () => {
    start();
    const { list } = readStore;
    readStore.list = () => new Promise(() => undefined);
    await write({ emailId: 'e1' });
    readStore.list = list;
    await write({ emailId: 'e2' });
    expect(offered()).toStrictEqual([]);
    await passes(90_000);
    expect(offered()).toStrictEqual(expect.arrayContaining(['email:e1:d1:1', 'email:e2:d1:1']));
    expect(failures).toStrictEqual([new Error('no answer within 60000 ms')]);
  });

  it('offers what it is told of before the read model shows it, under the same rules', async () => {
    paused.add('d2');
    start(['eu-west-1']);
    const told = [
      rowAt(1, 'e1'),
      rowAt(2, 'e2', { destination: 'd2' }),
      rowAt(3, 'e3', { region: 'us-east-1' }),
      rowAt(4, 'e4', { dueAt: inMs(60_001) }),
    ].map(({ document }) => document);
    await dispatcher.offer(told);
    await dispatcher.offer(told);
    expect(offered()).toStrictEqual(['email:e1:d1:1']);
    await write({ emailId: 'e1' });
    expect(offered()).toStrictEqual(['email:e1:d1:1']);
  });

  it('offers what it was told of again, where the queue had no room or could not be asked', async () => {
    start();
    queue.room = 0;
    await dispatcher.offer([rowAt(1, 'e1').document]);
    const { offer } = queue;
    const down = new Error('the queue is not there');
    queue.offer = () => Promise.reject(down);
    await dispatcher.offer([rowAt(2, 'e2').document]);
    queue.offer = offer;
    queue.room = 10;
    await write({ emailId: 'e1' }, { emailId: 'e2' });
    await passes(200);
    expect(offered()).toStrictEqual(['email:e1:d1:1', 'email:e2:d1:1']);
    expect(failures).toStrictEqual([down]);
  });

  it('offers rows that were there before it, page by page', async () => {
    start();
    const rows = Array.from({ length: 1_200 }, (_, index) => ({ emailId: `e${index}` }));
    await write(...rows);
    await passes(10);
    expect(queue.jobs).toHaveLength(1_200);
  });

  it('leaves a row that is due later to a later look', async () => {
    start();
    await write({ emailId: 'e1', dueAt: inMs(60_001) });
    expect(offered()).toStrictEqual([]);
    clock.advance(30_000);
    await passes(30_000);
    expect(offered()).toStrictEqual(['email:e1:d1:1']);
  });

  it('holds nothing of a crowd that waits for another day, and reads nothing of it at a start', async () => {
    const waiting = createInProcessQueue(() => undefined);
    const far = Array.from({ length: 3_000 }, (_, index) => ({ emailId: `far${index}`, dueAt: inMs(86_400_000) }));
    const onFailure = (error: unknown): void => void failures.push(error);
    let read = 0;
    const counting: Pick<MemoryReadStore, 'checkpoint' | 'list'> = {
      checkpoint: (of) => readStore.checkpoint(of),
      async list(...query) {
        const page = await readStore.list(...query);
        read += page.documents.length;
        return page;
      },
    };
    dispatcher = idle;
    await write(...far, { emailId: 'near', dueAt: inMs(30_000) });
    dispatcher = createDispatcher({
      readStore: counting,
      pending: shape,
      queue: waiting,
      clock,
      regions: 'all',
      isPaused: () => false,
      onFailure,
    });
    dispatcher.wake();
    await passes(0);
    expect(waiting.waiting()).toStrictEqual({ due: 0, later: 1 });
    expect(read).toBeLessThanOrEqual(3);
    await write(...far.map((row) => ({ ...row, generation: 2, dueAt: inMs(2 * 86_400_000) })));
    await passes(60_000);
    expect(waiting.waiting()).toStrictEqual({ due: 1, later: 0 });
    expect(failures).toStrictEqual([]);
    await waiting.stop();
  });

  it('passes over no row that a store shows only after a later one of its page', async () => {
    start();
    await write({ emailId: 'e1' });
    const [later, earlier] = [rowAt(9, 'e9'), rowAt(8, 'e8')];
    for (const row of [later, earlier]) {
      await readStore.apply(shape, [row], undefined);
      dispatcher.wake();
      await passes(250);
    }
    await readStore.apply(shape, [], earlier.position);
    dispatcher.wake();
    await passes(0);
    expect(offered()).toStrictEqual(['email:e1:d1:1', 'email:e8:d1:1']);
    await readStore.apply(shape, [], later.position);
    dispatcher.wake();
    await passes(0);
    expect(offered()).toStrictEqual(['email:e1:d1:1', 'email:e8:d1:1', 'email:e9:d1:1']);
  });

  it('offers a row at once when its mail is moved from another day to now', async () => {
    start();
    await write({ emailId: 'e1', dueAt: inMs(86_400_000) });
    expect(offered()).toStrictEqual([]);
    await write({ emailId: 'e1', generation: 2, dueAt: inMs(1_000) });
    expect(offered()).toStrictEqual(['email:e1:d1:2']);
  });

  it('offers what is due again every 30 seconds, whatever a queue forgot', async () => {
    start();
    await write({ emailId: 'e1' }, { emailId: 'e2', state: 'claimed', dueAt: '' });
    queue.jobs = [];
    await passes(29_999);
    expect(offered()).toStrictEqual([]);
    await passes(1);
    expect(offered()).toStrictEqual(['email:e1:d1:1']);
  });

  it('fills a queue that was full once half of it is done, from the earliest row', async () => {
    start();
    queue.room = 4;
    await write(...[0, 1, 2, 3, 4, 5].map((index) => ({ emailId: `e${index}`, dueAt: inMs(index - 10) })));
    expect(queue.jobs).toHaveLength(4);
    queue.jobs.shift();
    await passes(1_000);
    expect(queue.jobs).toHaveLength(3);
    queue.jobs.shift();
    await passes(100);
    expect(offered()).toStrictEqual(['email:e2:d1:1', 'email:e3:d1:1', 'email:e4:d1:1', 'email:e5:d1:1']);
  });

  it.each([
    ['whose mails have waited longer', -60_000],
    ['whose mails came at the same time', 0],
  ])('keeps the mail of others going beside a crowd for a receiver that takes nothing, %s', async (_how, sinceMs) => {
    const crowded = createInProcessQueue(() => undefined);
    dispatcher = idle;
    const rows = Array.from({ length: 2_400 }, (_, index) =>
      index % 2 === 0 ? { destination: 'stuck', dueAt: inMs(sinceMs) } : { destination: 'free', dueAt: inMs(0) },
    );
    await write(...rows);
    dispatcher = createDispatcher({
      readStore,
      pending: shape,
      queue: crowded,
      clock,
      regions: 'all',
      isPaused: () => false,
      onFailure: (error) => void failures.push(error),
    });
    dispatcher.wake();
    await passes(0);
    const taken: string[] = [];
    const lines = {
      lineOf: (to: string) => to,
      roomOf: (line: string) => (line === 'stuck' ? 0 : 10),
      answers: () => true,
      mostAside: 0,
    };
    crowded.process(
      100,
      async ({ id }) => {
        taken.push(id);
        return 'done';
      },
      lines,
    );
    await passes(5_000);
    expect(new Set(taken).size).toBe(1_200);
    expect(failures).toStrictEqual([]);
    await crowded.stop();
  });

  it('looks for room once, however many destinations a full queue has turned away', async () => {
    start();
    queue.room = 10;
    await write(
      ...Array.from({ length: 300 }, (_, index) => ({
        emailId: `e${index}`,
        destination: `d${index}`,
        dueAt: inMs(0),
      })),
    );
    expect(queue.jobs).toHaveLength(10);
    queue.looks = 0;
    await passes(100);
    expect(queue.looks).toBe(1);
    queue.jobs = [];
    await passes(100);
    expect(queue.jobs).toHaveLength(10);
    expect(failures).toStrictEqual([]);
  });

  it('takes a row that found no room for later as soon as its time has come', async () => {
    start();
    queue.room = 1;
    await write({ emailId: 'e1', dueAt: inMs(50) }, { emailId: 'e2', dueAt: inMs(50) });
    const looks = queue.refusals;
    queue.jobs = [];
    await passes(1_000);
    expect({ refusals: queue.refusals, jobs: offered() }).toStrictEqual({ refusals: looks, jobs: [] });
    clock.advance(50);
    await passes(100);
    expect(offered()).toStrictEqual(['email:e1:d1:1']);
  });

  it('does not read on and on while the queue has no room', async () => {
    start();
    queue.room = 0;
    await write(...Array.from({ length: 1_200 }, (_, index) => ({ emailId: `e${index}` })));
    await passes(10);
    const before = queue.refusals;
    await passes(100);
    expect(queue.refusals - before).toBeLessThanOrEqual(500);
  });

  it('serves the regions that it is told to', async () => {
    start(['eu-west-1']);
    await write({ emailId: 'e1' }, { emailId: 'e2', region: 'us-east-1' }, { emailId: 'e3', region: null });
    await passes(30_000);
    expect(offered()).toStrictEqual(['email:e1:d1:1']);
  });

  it('goes on after a read that failed', async () => {
    start();
    const list = readStore.list.bind(readStore);
    readStore.list = () => Promise.reject(new Error('locked'));
    await write({ emailId: 'e1' });
    expect(failures).toStrictEqual([new Error('locked')]);
    readStore.list = list;
    await write({ emailId: 'e2' });
    expect(offered()).toStrictEqual(['email:e1:d1:1', 'email:e2:d1:1']);
  });

  it('offers nothing after it was stopped', async () => {
    start();
    await dispatcher.stop();
    await write({ emailId: 'e1' });
    await passes(60_000);
    expect(offered()).toStrictEqual([]);
  });
});
