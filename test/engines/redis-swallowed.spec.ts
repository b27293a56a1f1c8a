import type { Redis } from 'ioredis';
import type { Job } from '../../src/application/ports/work-queue.js';
import { BullQueue } from '../../src/infrastructure/work-queue/bull/bull-queue.js';
import { jobNamed, offerOne } from '../contracts/work-queue.contract.js';
import { describeWithRedis, type RedisServer, redisConnections, startRedis } from '../support/redis-server.js';
import { type SwallowingRelay, swallowingRelayToUrl } from '../support/swallowing-relay.js';
import { waitFor } from '../support/wait-for.js';

/** What is promised: jobs are handed out again so long after the network is well. */
const againWithinMs = 5_000;
/** Well below the check for jobs whose worker is gone, which finds what nothing else does. */
const handedOutWithinMs = 2_000;
/** Silence and two attempts, with room for a busy machine; well below what an orderly end is given by the client. */
const replacedWithinMs = 1_800;

describeWithRedis('Redis behind a network that swallows', () => {
  let server: RedisServer;
  let relay: SwallowingRelay;
  let url: string;
  const connections = redisConnections();
  const queues: BullQueue[] = [];
  const patients: Redis[] = [];
  beforeEach(async () => {
    server = await startRedis();
    ({ relay, url } = await swallowingRelayToUrl(server.url));
  });
  afterEach(async () => {
    relay.cure();
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
    for (const patient of patients.splice(0)) patient.disconnect();
    connections.closeAll();
    await relay.close();
    await server.close();
  });

  async function openQueue() {
    // As a server has it: these times are the subject.
    const redis = await connections.open(url, { timings: {} });
    const queue = await BullQueue.open({ redis, name: 'all', onFailure: () => undefined });
    queues.push(queue);
    return { redis, queue };
  }

  /** Jobs come steadily, as mails do; answers how long it took until one that was taken since was handed out. */
  async function untilHandedOut(queue: BullQueue, done: ReadonlySet<string>, run: string): Promise<number> {
    const beganMs = performance.now();
    let offered = 0;
    await waitFor(
      async () => {
        await offerOne(queue, jobNamed(`${run}${(offered += 1)}`));
        return [...done].some((name) => name.startsWith(run));
      },
      (isDone) => isDone,
    );
    return Math.round(performance.now() - beganMs);
  }

  it.each([100, 1_200, 3_500, 7_000])('hands out jobs again within 5 s after %i ms', async (forMs) => {
    const { queue } = await openQueue();
    const done = new Set<string>();
    queue.process(10, async ({ payload: { emailId } }: Job) => {
      done.add(emailId);
      return 'done';
    });
    await untilHandedOut(queue, done, 'a');
    relay.swallow();
    const busy = untilHandedOut(queue, done, 'b');
    await new Promise((resolve) => setTimeout(resolve, forMs));
    relay.cure();
    const tookMs = await untilHandedOut(queue, done, 'c');
    process.stdout.write(`swallowed ${forMs} ms: jobs again after ${tookMs} ms\n`);
    await busy;
    expect(tookMs).toBeLessThan(againWithinMs);
  });

  it('hands out one lone job at once after a short silence: no connection from before still waits for it', async () => {
    const { redis, queue } = await openQueue();
    const handedOut: string[] = [];
    queue.process(10, async ({ payload: { emailId } }: Job) => {
      handedOut.push(emailId);
      return 'done';
    });
    const firstJob = jobNamed('first');
    await waitFor(
      () => offerOne(queue, firstJob),
      (offer) => offer === 'queued',
    );
    await waitFor(
      () => handedOut.length,
      (count) => count === 1,
    );
    relay.swallow();
    relay.cure();
    await waitFor(
      () => redis.isUp(),
      (isUp) => !isUp,
    );
    const lone = jobNamed('lone');
    await waitFor(
      () => offerOne(queue, lone),
      (offer) => offer === 'queued',
    );
    const queuedMs = performance.now();
    await waitFor(() => handedOut.includes('lone'), Boolean);
    expect(performance.now() - queuedMs).toBeLessThan(handedOutWithinMs);
  });

  it('replaces a silent connection without waiting for its other end to close', async () => {
    const redis = await connections.open(url, { timings: { lookEveryMs: 100, silenceMs: 200 } });
    const patient = redis.openPatient();
    patients.push(patient);
    await patient.ping();
    relay.swallow();
    relay.cure();
    const curedMs = performance.now();
    await patient.ping();
    expect(performance.now() - curedMs).toBeLessThan(replacedWithinMs);
  });

  it('is there within 5 s, also where its first connection was swallowed', async () => {
    relay.swallow();
    const redis = await connections.open(url, { timings: {} });
    expect(redis.isUp()).toBe(false);
    relay.cure();
    await waitFor(() => redis.isUp(), Boolean, { limitMs: againWithinMs });
  });

  it('notices it although nobody asks', async () => {
    const redis = await connections.open(url, { timings: {} });
    relay.swallow();
    await waitFor(() => !redis.isUp(), Boolean, { limitMs: againWithinMs });
    relay.cure();
    await waitFor(() => redis.isUp(), Boolean, { limitMs: againWithinMs });
  });
});
