import type { Job } from '../../src/application/ports/work-queue.js';
import { BullQueue } from '../../src/infrastructure/work-queue/bull/bull-queue.js';
import { jobNamed, offerOne } from '../contracts/work-queue.contract.js';
import { describeWithRedis, type RedisServer, redisConnections, startRedis } from '../support/redis-server.js';
import { type SwallowingRelay, swallowingRelayToUrl } from '../support/swallowing-relay.js';
import { waitFor } from '../support/wait-for.js';

/** What is promised: jobs are handed out again so long after the network is well. */
const againWithinMs = 5_000;

describeWithRedis('Redis behind a network that swallows', () => {
  let server: RedisServer;
  let relay: SwallowingRelay;
  let url: string;
  const connections = redisConnections();
  const queues: BullQueue[] = [];
  beforeEach(async () => {
    server = await startRedis();
    ({ relay, url } = await swallowingRelayToUrl(server.url));
  });
  afterEach(async () => {
    relay.cure();
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
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
