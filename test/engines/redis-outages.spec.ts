import { foundKey } from '../../src/application/ports/found-key.js';
import { jest } from '@jest/globals';
import { createRedisQuotaCounter } from '../../src/infrastructure/quota-counter/redis/redis-quota-counter.js';
import { joinProcesses } from '../../src/infrastructure/rate-limiter/redis/process-count.js';
import { createRedisRateLimiter } from '../../src/infrastructure/rate-limiter/redis/redis-rate-limiter.js';
import { connectRedis } from '../../src/infrastructure/redis/connect-redis.js';
import type { RedisConnection } from '../../src/infrastructure/redis/redis-connection.js';
import { describeWithRedis, type RedisServer, redisConnections, startRedis } from '../support/redis-server.js';
import { waitFor } from '../support/wait-for.js';

const today = { day: '2026-03-02', month: '2026-03' };
const unlimited = { daily: null, monthly: null };
/** Nothing is wrong where a busy machine is slow; a connection that breaks is noticed at once. */
const timings = { commandTimeoutMs: 20_000, probeEveryMs: 50, reportAfterMs: 200 };
/** Where the server is there and does not answer. */
const impatient = { ...timings, commandTimeoutMs: 3_000 };
const isTrue = (value: boolean): boolean => value;

describeWithRedis('an outage of Redis', () => {
  let server: RedisServer;
  const connections = redisConnections();
  beforeEach(async () => {
    server = await startRedis();
  });
  afterEach(async () => {
    server.thaw();
    connections.closeAll();
    await server.close();
  });

  const isUp = (redis: RedisConnection, up: boolean) => waitFor(async () => redis.isUp() === up, isTrue);
  const noticed = (redis: RedisConnection) => isUp(redis, false);
  const over = (redis: RedisConnection) => isUp(redis, true);

  describe('the connection', () => {
    it('reports an outage once and its end once, however often it was asked meanwhile', async () => {
      const told: string[] = [];
      const redis = await connections.open(server.url, {
        timings,
        onOutage: () => void told.push('outage'),
        onRecovery: () => void told.push('recovery'),
      });
      await server.stop();
      await noticed(redis);
      for (let asked = 0; asked < 50; asked += 1) await redis.ask(() => redis.client.ping()).catch(() => undefined);
      await waitFor(async () => told.length > 0, isTrue);
      // Many reconnects and probes long.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(told).toStrictEqual(['outage']);
      await server.start();
      await over(redis);
      expect(told).toStrictEqual(['outage', 'recovery']);
    });

    it('stands without a server, and finds it when it comes', async () => {
      await server.stop();
      const redis = await connections.open(server.url, { timings: { ...timings, connectTimeoutMs: 100 } });
      expect(redis.isUp()).toBe(false);
      await server.start();
      await over(redis);
      expect(await redis.ask(() => redis.client.ping())).toBe('PONG');
    });

    it('takes a server that takes no writes for an outage', async () => {
      const reasons: string[] = [];
      await server.raw.config('SET', 'min-replicas-to-write', '1');
      const redis = await connectRedis(server.url, {
        installationId: 'x',
        timings: { ...timings, connectTimeoutMs: 100 },
        onOutage: (reason) => void reasons.push(reason),
        onRecovery: () => undefined,
      });
      await waitFor(async () => reasons.length > 0, isTrue);
      expect(reasons).toStrictEqual([expect.stringContaining('NOREPLICAS')]);
      await server.raw.config('SET', 'min-replicas-to-write', '0');
      await over(redis);
      redis.close();
    });
  });

  describe('the rate limiter', () => {
    const twoLimiters = async (requestsPerSecond: number, patience = timings) => {
      const open = () => connections.open(server.url, { installationId: 'one', timings: patience });
      const [redisA, redisB] = await Promise.all([open(), open()]);
      const first = await joinProcesses(redisA, 'process-a');
      const processes = await joinProcesses(redisB, 'process-b');
      const a = createRedisRateLimiter({ redis: redisA, requestsPerSecond, processes });
      const b = createRedisRateLimiter({ redis: redisB, requestsPerSecond, processes });
      const leave = () => Promise.all([first.leave(), processes.leave()]);
      return { redisA, redisB, a, b, leave };
    };
    const allowedOf = async (takes: readonly Promise<{ readonly allowed: boolean }>[]) =>
      (await Promise.all(takes)).filter(({ allowed }) => allowed).length;

    it('counts the requests to all processes in one window', async () => {
      const { a, b, leave } = await twoLimiters(4);
      expect(await allowedOf([a, b, a, b, a, b].map((limiter) => limiter.take(foundKey('team-a'))))).toBe(4);
      await leave();
    });

    it('lets each process allow its share while Redis is away, and all share again afterwards', async () => {
      const { redisA, redisB, a, b, leave } = await twoLimiters(10);
      await server.stop();
      await Promise.all([noticed(redisA), noticed(redisB)]);
      expect(await allowedOf(Array.from({ length: 20 }, () => a.take(foundKey('team-a'))))).toBe(5);
      expect(await b.take(foundKey('team-a'))).toEqual({ allowed: true, limit: 10, remaining: 4, resetSeconds: 1 });
      await server.start();
      await Promise.all([over(redisA), over(redisB)]);
      expect(await allowedOf(Array.from({ length: 20 }, (_, i) => (i % 2 ? a : b).take(foundKey('team-b'))))).toBe(10);
      await leave();
    });

    it('waits once for a Redis that does not answer, and then for no request', async () => {
      const { redisA, a, leave } = await twoLimiters(1_000, impatient);
      server.freeze();
      await a.take(foundKey('team-a'));
      expect(redisA.isUp()).toBe(false);
      const commands = jest.spyOn(redisA.client, 'sendCommand');
      for (let taken = 0; taken < 100; taken += 1)
        expect(await a.take(foundKey('team-a'))).toMatchObject({ allowed: true });
      // Only the probes still ask.
      expect(commands.mock.calls.filter(([{ name }]) => name.startsWith('eval'))).toEqual([]);
      server.thaw();
      await over(redisA);
      await leave();
    });
  });

  describe('the quota counter', () => {
    const open = (patience = timings) => connections.open(server.url, { installationId: 'one', timings: patience });

    it('counts for all processes together', async () => {
      const [a, b] = [createRedisQuotaCounter(await open()), createRedisQuotaCounter(await open())];
      await a.rebase('team-a', today, { daily: 0, monthly: 0 });
      const limits = { daily: 31, monthly: null };
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, i) => (i % 2 ? a : b).reserve('team-a', today, 2, limits)),
      );
      expect(answers.filter(({ result }) => result === 'reserved')).toHaveLength(15);
    });

    it('has no figure once Redis was emptied', async () => {
      const counter = createRedisQuotaCounter(await open());
      await counter.rebase('team-a', today, { daily: 1, monthly: 1 });
      await server.raw.flushall();
      expect(await counter.reserve('team-a', today, 1, unlimited)).toEqual({ result: 'unknown' });
      expect(await counter.used('team-a', today)).toBeUndefined();
    });

    it('counts alone while Redis does not answer, and trusts no older figure of Redis afterwards', async () => {
      const redis = await open(impatient);
      const counter = createRedisQuotaCounter(redis);
      await counter.rebase('team-a', today, { daily: 1, monthly: 1 });
      server.freeze();
      expect(await counter.reserve('team-a', today, 1, unlimited)).toEqual({ result: 'unknown' });
      await counter.rebase('team-a', today, { daily: 5, monthly: 5 });
      const reserved = await counter.reserve('team-a', today, 2, { daily: 7, monthly: null });
      expect(reserved).toMatchObject({ result: 'reserved', used: { daily: 7, monthly: 7 } });
      expect(await counter.reserve('team-a', today, 1, { daily: 7, monthly: null })).toMatchObject({
        result: 'exceeded',
      });
      server.thaw();
      await over(redis);
      expect(await counter.used('team-a', today)).toBeUndefined();
      expect(await counter.reserve('team-a', today, 1, unlimited)).toEqual({ result: 'unknown' });
      await counter.rebase('team-a', today, { daily: 7, monthly: 7 });
      if (reserved.result !== 'reserved') throw new Error(reserved.result);
      await counter.release('team-a', reserved.basis, 2);
      expect(await counter.used('team-a', today)).toEqual({ daily: 7, monthly: 7 });
    });
  });
});
