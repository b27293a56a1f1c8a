import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Redis } from 'ioredis';
import type { ConnectRedisOptions } from '../../src/infrastructure/redis/connect-redis.js';
import type { RedisConnection } from '../../src/infrastructure/redis/redis-connection.js';
import { closedPort } from './closed-port.js';
import { temporaryFolder } from './server.js';

/** A real Redis on loopback with an empty memory, kept nowhere. */
export interface RedisServer {
  readonly url: string;
  /** A client without any of our settings. */
  readonly raw: Redis;
  /** Ends the process; what it held is lost. */
  stop(): Promise<void>;
  /** On the same port, empty. */
  start(): Promise<void>;
  /** Connections stay open and nothing answers. */
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** Whether this machine has a Redis to start. */
export function redisRuns(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0;
}

/** A server of others: suites use it under keys of their own, and never stop, freeze or flush it. */
export const givenRedisUrl = process.env['TEST_REDIS_URL'];

/** `describe` where there is a Redis of ours; otherwise a line says what is skipped. */
export function describeWithRedis(name: string, tests: () => void): void {
  if (redisRuns()) return void describe(name, tests);
  process.stdout.write(`skipped: ${name}: redis-server is not installed\n`);
  describe.skip(name, tests);
}

/** As `describeWithRedis`, on `TEST_REDIS_URL` where that is set. */
export function describeOnAnyRedis(name: string, tests: (url: () => string) => void): void {
  if (givenRedisUrl !== undefined && givenRedisUrl !== '') return void describe(name, () => tests(() => givenRedisUrl));
  describeWithRedis(name, () => {
    let server: RedisServer;
    beforeAll(async () => {
      server = await startRedis();
    });
    afterAll(() => server.close());
    tests(() => server.url);
  });
}

/** Connections that the tests of a file open, under keys that nobody else has; `closeAll` ends them. */
export function redisConnections() {
  const opened: RedisConnection[] = [];
  return {
    async open(url: string, options: Partial<ConnectRedisOptions> = {}): Promise<RedisConnection> {
      const { connectRedis } = await import('../../src/infrastructure/redis/connect-redis.js');
      const connection = await connectRedis(url, {
        installationId: randomUUID(),
        onOutage: () => undefined,
        onRecovery: () => undefined,
        // Nothing is wrong where a busy machine is slow.
        timings: { commandTimeoutMs: 20_000, connectTimeoutMs: 20_000 },
        ...options,
      });
      opened.push(connection);
      return connection;
    },
    closeAll: () => opened.splice(0).forEach((connection) => connection.close()),
  };
}

export async function startRedis(): Promise<RedisServer> {
  const port = await closedPort();
  const folder = temporaryFolder();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const settings = { port, bind: '127.0.0.1', dir: folder, save: '', appendonly: 'no' };
    const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const started = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    server = started;
    await new Promise<void>((resolve, reject) => {
      started.stdout.on('data', (text: Buffer) => {
        if (text.includes('Ready to accept connections')) resolve();
      });
      started.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    });
  }

  async function stop(): Promise<void> {
    const ending = server;
    server = undefined;
    if (ending === undefined) return;
    const exited = once(ending, 'exit');
    // SIGKILL ends a frozen one too.
    ending.kill('SIGKILL');
    await exited;
  }

  await start();
  const url = `redis://127.0.0.1:${port}`;
  // The client is large, and most files that can run over shared engines do without.
  const { Redis } = await import('ioredis');
  const raw = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
  raw.on('error', () => undefined);
  return {
    url,
    raw,
    start,
    stop,
    freeze: () => server?.kill('SIGSTOP'),
    thaw: () => server?.kill('SIGCONT'),
    async close() {
      raw.disconnect();
      await stop();
    },
  };
}
