import type { DocumentShape, ListPage, ListQuery } from '../../../src/application/ports/read-store.js';
import { Dispatcher } from '../../../src/application/delivery/dispatcher.js';
import type { Job, Offer, WorkQueue } from '../../../src/application/ports/work-queue.js';
import type { Position } from '../../../src/domain/shared/recorded.js';
import { InProcessQueue } from '../../../src/infrastructure/work-queue/in-process-queue.js';
import { shapeOf } from '../../../src/infrastructure/projection-runner/fold-page.js';
import { pendingRows } from '../../../src/projections/pending/pending.document.js';
import { pendingProjection } from '../../../src/projections/pending/pending.projection.js';
import { FakeClock } from '../../support/fake-clock.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { type PendingMail, pendingMail, pendingMails } from '../../support/pending-mail.js';

const { jest } = import.meta;
const shape = shapeOf(pendingProjection);

/** Keeps what it is offered until a spec takes it away. */
class FakeQueue implements WorkQueue {
  room = Number.POSITIVE_INFINITY;
  jobs: Job[] = [];
  refusals = 0;
  looks = 0;
  /** How many at once, and as what. */
  readonly pages: (readonly [number, 'news' | 'again'])[] = [];

  async offer(jobs: readonly Job[], as: 'news' | 'again'): Promise<readonly Offer[]> {
    this.pages.push([jobs.length, as]);
    return jobs.map((job) => this.offerOne(job));
  }

  private offerOne(job: Job): Offer {
    if (this.jobs.some(({ id }) => id === job.id)) return 'known';
    if (this.jobs.length < this.room) this.jobs.push(job);
    else {
      this.refusals += 1;
      return 'full';
    }
    return 'queued';
  }

  process(): void {
    throw new Error('no job is worked on here');
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

describe('the dispatcher', () => {
  let readStore: MemoryReadStore;
  let queue: FakeQueue;
  let clock: FakeClock;
  let dispatcher: Dispatcher | undefined;
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
    await dispatcher?.stop();
    dispatcher = undefined;
    jest.useRealTimers();
  });

  const start = (regions: readonly string[] | 'all' = 'all', polls = false): Dispatcher => {
    const onFailure = (error: unknown): void => void failures.push(error);
    dispatcher = new Dispatcher({
      readStore,
      pending: shape,
      queue,
      clock,
      regions,
      isPaused: ({ destination }) => paused.has(destination),
      polls,
      onFailure,
    });
    return dispatcher;
  };
  const passes = (delayMs: number): Promise<void> => jest.advanceTimersByTimeAsync(delayMs);
  const offered = (): readonly string[] => queue.jobs.map(({ id }) => id);
  const inMs = (delayMs: number): string => new Date(clock.now() + delayMs).toISOString();

  const positionOf = (number: number): Position => String(number).padStart(6, '0') as Position;

  type Written = Partial<Omit<PendingMail, 'id'>> & { readonly emailId?: string };

  function mailAt(number: number, emailId: string, mail: Written = {}) {
    const at = positionOf(number);
    const document = pendingMail({ destination: 'd1', dueAt: inMs(0), ...mail, id: emailId }, at);
    return { id: emailId, document, position: at };
  }
  const rowAt = (...mail: Parameters<typeof mailAt>) => pendingRows(mailAt(...mail).document);

  /** The projection writes mails and tells of it. */
  async function write(...mails: readonly Written[]): Promise<void> {
    const changes = mails.map((mail) => {
      position += 1;
      return mailAt(position, mail.emailId ?? `e${position}`, mail);
    });
    await readStore.apply(shape, changes, positionOf(position));
    dispatcher?.wake();
    await passes(0);
  }

  it('offers nothing of what is paused, and all of it at once when that ends', async () => {
    paused.add('d1');
    const started = start();
    await write({ emailId: 'e1' }, { emailId: 'e2', destination: 'd2' });
    await passes(60_000);
    expect(offered()).toStrictEqual(['email:e2:d2:1']);
    paused.clear();
    started.offerAgain();
    await passes(0);
    expect(offered()).toContain('email:e1:d1:1');
    // Whoever had it in work may have heard of the pause too late.
    expect(queue.pages.map(([, as]) => as)).toStrictEqual(['news', 'news', 'news', 'again']);
  });

  it('offers a row as soon as it appears, and again when somebody is due anew', async () => {
    start();
    await write({ emailId: 'e1' });
    expect(queue.jobs).toStrictEqual([
      {
        id: 'email:e1:d1:1',
        kind: 'email',
        line: 'd1',
        class: 'standard',
        dueAtMs: clock.now(),
        payload: { emailId: 'e1', destination: 'd1', generation: 1 },
      },
    ]);
    await write({ emailId: 'e1', dueAt: null });
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

  it('offers ahead of the read model, under the same rules', async () => {
    paused.add('d2');
    const started = start(['eu-west-1']);
    const rows = [
      rowAt(1, 'e1'),
      rowAt(2, 'e2', { destination: 'd2' }),
      rowAt(3, 'e3', { region: 'us-east-1' }),
      rowAt(4, 'e4', { dueAt: inMs(60_001) }),
    ].flat();
    await started.offer(rows);
    await started.offer(rows);
    expect(offered()).toStrictEqual(['email:e1:d1:1']);
    await write({ emailId: 'e1' });
    expect(offered()).toStrictEqual(['email:e1:d1:1']);
  });

  it('offers again what the queue had no room for, or was not there to take', async () => {
    const started = start();
    queue.room = 0;
    await started.offer(rowAt(1, 'e1'));
    const { offer } = queue;
    const down = new Error('the queue is not there');
    queue.offer = () => Promise.reject(down);
    await started.offer(rowAt(2, 'e2'));
    queue.offer = offer;
    queue.room = 10;
    await write({ emailId: 'e1' }, { emailId: 'e2' });
    await passes(200);
    expect(offered()).toStrictEqual(['email:e1:d1:1', 'email:e2:d1:1']);
    expect(failures).toStrictEqual([down]);
  });

  describe('where nobody says that the read model has moved on', () => {
    let asked: number;
    beforeEach(async () => {
      const { checkpoint } = readStore;
      readStore.checkpoint = (of) => {
        asked += 1;
        return checkpoint.call(readStore, of);
      };
      start('all', true);
      await passes(500);
      asked = 0;
    });
    const writeQuietly = (number: number, emailId: string) =>
      readStore.apply(shape, [mailAt(number, emailId)], positionOf(number));

    it('asks it until it has come as far as the log, and then hardly ever', async () => {
      dispatcher?.expect(positionOf(2));
      await writeQuietly(1, 'e1');
      await passes(1_000);
      await writeQuietly(2, 'e2');
      await passes(500);
      expect(offered()).toStrictEqual(['email:e1:d1:1', 'email:e2:d1:1']);
      expect(asked).toBe(3);
      await passes(9_000);
      expect(asked).toBe(3);
      await writeQuietly(3, 'e3');
      await passes(1_000);
      expect(offered()).toHaveLength(3);
    });

    it('reads there what found no room as fresh mail', async () => {
      queue.offer = () => Promise.reject(new Error('the queue is not there'));
      await dispatcher?.offer(rowAt(1, 'e1'));
      queue.offer = FakeQueue.prototype.offer;
      await passes(1_000);
      await writeQuietly(1, 'e1');
      await passes(500);
      expect(offered()).toStrictEqual(['email:e1:d1:1']);
    });
  });

  it('offers rows that were there before it, page by page', async () => {
    start();
    const rows = Array.from({ length: 1_200 }, (_, index) => ({ emailId: `e${index}` }));
    await write(...rows);
    await passes(10);
    expect(queue.jobs).toHaveLength(1_200);
    expect(queue.pages).toStrictEqual([
      [500, 'news'],
      [500, 'news'],
      [200, 'news'],
    ]);
    await write({ emailId: 'late' }, { emailId: 'later' });
    // The last that the start has read comes a second time.
    expect(queue.pages.at(-1)).toStrictEqual([3, 'news']);
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
    const waiting = new InProcessQueue(() => undefined);
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
    await write(...far, { emailId: 'near', dueAt: inMs(30_000) });
    dispatcher = new Dispatcher({
      readStore: counting,
      pending: shape,
      queue: waiting,
      clock,
      regions: 'all',
      isPaused: () => false,
      polls: false,
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
    const started = start();
    await write({ emailId: 'e1' });
    const [later, earlier] = [mailAt(9, 'e9'), mailAt(8, 'e8')];
    for (const row of [later, earlier]) {
      await readStore.apply(shape, [row], undefined);
      started.wake();
      await passes(250);
    }
    await readStore.apply(shape, [], earlier.position);
    started.wake();
    await passes(0);
    expect(offered()).toStrictEqual(['email:e1:d1:1', 'email:e8:d1:1']);
    await readStore.apply(shape, [], later.position);
    started.wake();
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
    await write({ emailId: 'e1' }, { emailId: 'e2', dueAt: null });
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
    const crowded = new InProcessQueue(() => undefined);
    const rows = Array.from({ length: 2_400 }, (_, index) =>
      index % 2 === 0 ? { destination: 'stuck', dueAt: inMs(sinceMs) } : { destination: 'free', dueAt: inMs(0) },
    );
    await write(...rows);
    dispatcher = new Dispatcher({
      readStore,
      pending: shape,
      queue: crowded,
      clock,
      regions: 'all',
      isPaused: () => false,
      polls: false,
      onFailure: (error) => void failures.push(error),
    });
    dispatcher.wake();
    await passes(0);
    const taken: string[] = [];
    const receivers = {
      receiverOf: (line: string) => line,
      roomOf: (receiver: string) => (receiver === 'stuck' ? 0 : 10),
      answers: () => true,
      mostAside: 0,
    };
    crowded.process(
      100,
      async ({ id }) => {
        taken.push(id);
        return 'done';
      },
      receivers,
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

  it('offers every destination of a mail, and of a change what has changed', async () => {
    const started = start();
    const destinations = ['d1', 'd2', 'd3'];
    const all = destinations.map((destination) => ({ destination, dueAt: inMs(0) }));
    await readStore.apply(
      shape,
      [{ id: 'e1', position: positionOf(1), document: pendingMails('e1', all, positionOf(1)) }],
      positionOf(1),
    );
    started.wake();
    await passes(0);
    expect(offered()).toStrictEqual(destinations.map((destination) => `email:e1:${destination}:1`));
    queue.jobs = [];
    const changed = all.map((each, index) => ({ ...each, generation: 2, changedAt: positionOf(index + 1) }));
    await readStore.apply(
      shape,
      [{ id: 'e1', position: positionOf(3), document: pendingMails('e1', changed, positionOf(3)) }],
      positionOf(3),
    );
    started.wake();
    await passes(0);
    expect(offered()).toStrictEqual(['email:e1:d2:2', 'email:e1:d3:2']);
    await passes(30_000);
    expect([...offered()].sort()).toStrictEqual(destinations.map((destination) => `email:e1:${destination}:2`));
  });

  it('takes a destination that found no room although its mail is due for another one before', async () => {
    const started = start();
    queue.room = 1;
    const mail = pendingMails(
      'e1',
      [
        { destination: 'd1', dueAt: inMs(-10) },
        { destination: 'd2', dueAt: inMs(-5) },
      ],
      positionOf(1),
    );
    await readStore.apply(shape, [{ id: 'e1', position: positionOf(1), document: mail }], positionOf(1));
    started.wake();
    await passes(0);
    queue.jobs = [];
    queue.room = 10;
    await passes(100);
    expect(offered()).toContain('email:e1:d2:1');
  });

  it('reads fewer mails at a time where each has many destinations', async () => {
    const started = start();
    const destinations = Array.from({ length: 50 }, (_, index) => ({ destination: `d${index}`, dueAt: inMs(0) }));
    const mails = Array.from({ length: 100 }, (_, index) => {
      const at = positionOf(index + 1);
      return { id: `e${index}`, position: at, document: pendingMails(`e${index}`, destinations, at) };
    });
    await readStore.apply(shape, mails, positionOf(100));
    const limits: number[] = [];
    const { list } = readStore;
    readStore.list = <Document extends object>(of: DocumentShape<Document>, query: ListQuery) => {
      limits.push(query.limit);
      return list.call(readStore, of, query) as Promise<ListPage<Document>>;
    };
    started.wake();
    await passes(0);
    await passes(30_000);
    expect(limits.slice(0, 1)).toStrictEqual([500]);
    expect(Math.max(...limits.slice(1))).toBe(10);
    expect(queue.jobs).toHaveLength(5_000);
  });

  it('offers nothing after it was stopped', async () => {
    const started = start();
    await started.stop();
    await write({ emailId: 'e1' });
    await passes(60_000);
    expect(offered()).toStrictEqual([]);
  });
});
