import type { Job, WorkQueue } from '../../src/application/ports/work-queue.js';
import type { RedisConnection } from '../../src/infrastructure/redis/redis-connection.js';
import { BullQueue } from '../../src/infrastructure/work-queue/bull/bull-queue.js';
import type { BullTimings } from '../../src/infrastructure/work-queue/bull/open-bull.js';
import { jobNamed, offerAll, offerOne } from '../contracts/work-queue.contract.js';
import { describeWithRedis, type RedisServer, redisConnections, startRedis } from '../support/redis-server.js';
import { relayTo, type TcpRelay } from '../support/tcp-relay.js';
import { waitFor } from '../support/wait-for.js';

/** Nothing is wrong where a busy machine is slow; a connection that breaks is noticed at once. */
const timings = { commandTimeoutMs: 20_000, probeEveryMs: 50, reportAfterMs: 200 };
const isTrue = (value: boolean): boolean => value;

describeWithRedis('the work queue in an outage of Redis', () => {
  let server: RedisServer;
  const connections = redisConnections();
  const queues: WorkQueue[] = [];
  const relays: TcpRelay[] = [];
  beforeEach(async () => {
    server = await startRedis();
  });
  afterEach(async () => {
    // A queue that is told nothing does not end.
    await Promise.all(relays.map((relay) => relay.restore()));
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    server.thaw();
    connections.closeAll();
    await Promise.all(relays.splice(0).map((relay) => relay.close()));
    await server.close();
  });

  const noticed = (redis: RedisConnection) => waitFor(async () => !redis.isUp(), isTrue);
  const openQueue = async (redis: RedisConnection, name = 'all', own: Partial<BullTimings> = {}) => {
    const queueTimings = { lockMs: 1_000, stalledCheckEveryMs: 200, lookEveryMs: 50, answerTimeoutMs: 5_000, ...own };
    const queue = await BullQueue.open({ redis, name, onFailure: () => undefined, timings: queueTimings });
    queues.push(queue);
    return queue;
  };
  const relayToServer = async () => {
    const relay = await relayTo({ host: '127.0.0.1', port: Number(new URL(server.url).port) });
    relays.push(relay);
    return relay;
  };
  const open = () => connections.open(server.url, { installationId: 'one', timings });
  /** As the dispatcher does: again until it was handed out. */
  const offerUntilDone = async (queue: WorkQueue, names: readonly string[], done: ReadonlySet<string>) => {
    await waitFor(
      async () => {
        for (const name of names) if (!done.has(name)) await offerOne(queue, jobNamed(name));
        return done.size;
      },
      (size) => size === names.length,
    );
  };
  /**
   * How many workers wait for a job, and will for some seconds: they ask again every 5 s. `b`: one that was given its
   * job shows the same command until it says another.
   */
  const waitingForJobs = async (): Promise<number> => {
    const clients = String(await server.raw.client('LIST')).split('\n');
    return clients.filter((client) => / idle=[01] flags=b .* cmd=brpoplpush /.test(client)).length;
  };
  const collect = (queue: WorkQueue, done: Set<string>, concurrency = 4) =>
    queue.process(concurrency, async ({ payload: { emailId } }: Job) => {
      done.add(emailId);
      return 'done';
    });

  it('gives each job to one of the processes, and leaves nothing of it behind', async () => {
    const dispatching = await openQueue(await open());
    const [a, b] = [await openQueue(await open()), await openQueue(await open())];
    const handedOut: string[] = [];
    for (const worker of [a, b]) {
      worker.process(3, async ({ payload: { emailId } }) => {
        handedOut.push(emailId);
        return 'done';
      });
    }
    const names = Array.from({ length: 100 }, (_, i) => `${'abcde'.charAt(i % 5)}${i}`);
    for (const name of names) expect(await offerOne(dispatching, jobNamed(name))).toBe('queued');
    await waitFor(async () => handedOut.length >= names.length, isTrue);
    expect([...handedOut].sort()).toStrictEqual([...names].sort());
    await waitFor(async () => (await server.raw.keys('*:email:*')).length === 0, isTrue);
  });

  it('asks Redis little more than once for each of many jobs', async () => {
    let scripts = 0;
    const onCall = (call: string): void => {
      if (call.startsWith('eval')) scripts += 1;
    };
    const redis = await connections.open(server.url, { installationId: 'one', timings, onCall });
    const queue = await openQueue(redis, 'all', { stalledCheckEveryMs: 600_000, lookEveryMs: 600_000 });
    const names = Array.from({ length: 400 }, (_, i) => `${'abcde'.charAt(i % 5)}${i}`);
    expect(new Set(await offerAll(queue, ...names.map((name) => jobNamed(name))))).toStrictEqual(new Set(['queued']));
    const done = new Set<string>();
    collect(queue, done, 20);
    await waitFor(async () => done.size === names.length, isTrue);
    expect(scripts).toBeLessThan(1.2 * names.length);
  });

  it('hands out once what several processes tell of, one of them late', async () => {
    const [one, other] = [await openQueue(await open()), await openQueue(await open())];
    const names = Array.from({ length: 50 }, (_, i) => `a${i}`);
    const news = names.map((name) => jobNamed(name));
    const order: string[] = [];
    one.process(10, async ({ payload: { emailId } }) => {
      order.push(emailId);
      return 'done';
    });
    await Promise.all([one.offer(news, 'news'), other.offer(news, 'news')]);
    await waitFor(async () => (await server.raw.keys('*:email:*')).length === 0, isTrue);
    await waitFor(async () => other.waiting().due === 0, isTrue);
    expect(new Set(await other.offer(news, 'news'))).toStrictEqual(new Set(['known']));
    expect(order.toSorted()).toStrictEqual(names.toSorted());
  });

  it('shares no job between queues of other names', async () => {
    const redis = await open();
    const [eu, us] = [await openQueue(redis, 'eu'), await openQueue(redis, 'us')];
    const done = { eu: new Set<string>(), us: new Set<string>() };
    collect(eu, done.eu);
    collect(us, done.us);
    await offerOne(eu, jobNamed('a1'));
    await offerOne(us, jobNamed('b1'));
    await waitFor(async () => done.eu.size + done.us.size === 2, isTrue);
    expect([[...done.eu], [...done.us]]).toStrictEqual([['a1'], ['b1']]);
  });

  it('takes what is offered again after Redis was emptied', async () => {
    const queue = await openQueue(await open());
    const names = ['a1', 'a2', 'b1', 'b2'];
    for (const name of names) await offerOne(queue, jobNamed(name));
    await server.raw.flushall();
    await waitFor(async () => queue.waiting().due === 0, isTrue);
    const done = new Set<string>();
    collect(queue, done);
    await offerUntilDone(queue, names, done);
  });

  it('goes on after Redis was emptied while jobs were in work', async () => {
    const queue = await openQueue(await open());
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const done = new Set<string>();
    queue.process(2, async ({ payload: { emailId } }) => {
      if (emailId === 'a1') await held;
      done.add(emailId);
      return 'done';
    });
    await offerOne(queue, jobNamed('a1'));
    await waitFor(async () => (await server.raw.keys('*:lock')).length === 1, isTrue);
    await server.raw.flushall();
    release();
    await offerUntilDone(queue, ['a1', 'a2', 'b1', 'c1'], done);
  });

  it('hands out again what Redis forgot between its handing out and the worker that took it', async () => {
    const relay = await relayToServer();
    const dispatching = await openQueue(await open());
    const taking = await openQueue(
      await connections.open(`redis://127.0.0.1:${relay.port}`, { installationId: 'one', timings }),
    );
    const done = new Set<string>();
    collect(taking, done, 1);
    await offerUntilDone(dispatching, ['a1'], done);
    await waitFor(waitingForJobs, (workers) => workers === 1);
    relay.hushAnswers();
    await offerOne(dispatching, jobNamed('a2'));
    // Taken out for the worker, which has not heard of it.
    await waitFor(async () => (await server.raw.keys('*:active')).length === 1, isTrue);
    await server.raw.flushall();
    await relay.restore();
    await offerUntilDone(dispatching, ['a1', 'a2'], done);
    await waitFor(async () => (await server.raw.keys('*:email:*')).length === 0, isTrue);
  });

  it('loses one job at most to a worker that stands still', async () => {
    const relay = await relayToServer();
    const redis = await connections.open(`redis://127.0.0.1:${relay.port}`, { installationId: 'one', timings });
    const jobsIn = async (list: string) => {
      const [key = ''] = await server.raw.keys(`*:${list}`);
      return key === '' ? [] : server.raw.lrange(key, 0, -1);
    };
    // Nobody looks after the jobs of a worker that is gone.
    const frozen = await openQueue(redis, 'all', { stalledCheckEveryMs: 600_000 });
    const working = await openQueue(await open(), 'all', { stalledCheckEveryMs: 600_000 });
    const done = new Set<string>();
    collect(frozen, done, 10);
    await waitFor(waitingForJobs, (workers) => workers === 1);
    // Its process is frozen, or the machine is gone and Redis has not heard of it.
    relay.hushAnswers();
    collect(working, done, 10);
    const names = Array.from({ length: 10 }, (_, i) => `a${i}`);
    for (const name of names) {
      await offerOne(working, jobNamed(name));
      await waitFor(
        () => jobsIn('wait'),
        (waiting) => waiting.length === 0,
      );
    }
    const lost = await waitFor(
      () => jobsIn('active'),
      (active) => active.length + done.size === names.length,
    );
    expect(lost.length).toBeLessThanOrEqual(1);
  });

  it('says at once that it has no room while Redis is away, and goes on by itself', async () => {
    const redis = await open();
    const queue = await openQueue(redis);
    const done = new Set<string>();
    collect(queue, done);
    await server.stop();
    await noticed(redis);
    expect(await offerOne(queue, jobNamed('a1'))).toBe('full');
    expect(queue.waiting()).toStrictEqual({ due: 10_000, later: 10_000 });
    expect(queue.hasRoomFor(jobNamed('a1').line)).toBe(false);
    await server.start();
    await offerUntilDone(queue, ['a1', 'b1', 'c1'], done);
  });

  it('waits no longer than it may for a Redis that does not answer', async () => {
    const redis = await open();
    const queue = await openQueue(redis);
    const done = new Set<string>();
    collect(queue, done);
    server.freeze();
    expect(await offerOne(queue, jobNamed('a1'))).toBe('full');
    expect(await offerOne(queue, jobNamed('a2'))).toBe('full');
    server.thaw();
    await offerUntilDone(queue, ['a1', 'a2', 'b1'], done);
  });

  it('starts without Redis, and stops without it', async () => {
    await server.stop();
    const redis = await connections.open(server.url, {
      installationId: 'one',
      timings: { ...timings, connectTimeoutMs: 100 },
    });
    const queue = await openQueue(redis);
    const done = new Set<string>();
    collect(queue, done);
    expect(await offerOne(queue, jobNamed('a1'))).toBe('full');
    await server.start();
    await offerUntilDone(queue, ['a1'], done);
    await server.stop();
    await noticed(redis);
    await queue.stop();
  });

  it('hands out again what a worker held that is gone', async () => {
    const [mine, other] = [await open(), await open()];
    const dying = await openQueue(other);
    let isHeld = false;
    let letGo = (): void => undefined;
    dying.process(1, () => {
      isHeld = true;
      return new Promise((resolve) => {
        letGo = () => resolve('done');
      });
    });
    await offerOne(dying, jobNamed('a1'));
    await waitFor(async () => isHeld, isTrue);
    // What a process that is killed leaves: a lock that nobody renews.
    await server.raw.client('KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
    await server.raw.del(...(await server.raw.keys('*:lock')));
    const queue = await openQueue(mine);
    const done = new Set<string>();
    collect(queue, done);
    await waitFor(async () => done.has('a1'), isTrue);
    letGo();
  });
});
