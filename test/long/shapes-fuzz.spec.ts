import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryLimits } from '../../src/infrastructure/system/memory-limits.js';
import { askOverHttp } from '../support/ask-over-http.js';
import { type CostlyRequest, shapes } from '../support/costly-shapes.js';
import { seeded } from '../support/crash-run.js';
import { crashServer, portForServer } from '../support/crash-server.js';
import { forgetPeak, memoryOf } from '../support/memory-of.js';

const minutes = Number(process.env['FUZZ_MINUTES'] ?? '60');
const seed = Number(process.env['FUZZ_SEED'] ?? '1');
/** The main thread may use a processor for so long in one piece. */
const mostStallMs = 250;
const memoryMegabytes = 1_024;
/** Without the limit of a container, V8 collects garbage by the memory of the machine: a tenth more may stand there. */
const mostMegabytes = memoryMegabytes * 1.1;
/** Larger than every limit of a request. */
const largest = 2 ** 26;
/** One line for each request: its shape, size, answer and stall, and resident memory before, at most and after. */
const logFile = process.env['FUZZ_LOG'];

const { allocator, semiSpaceMb } = memoryLimits(memoryMegabytes * 2 ** 20);
const asStarted = Object.fromEntries(Object.entries(allocator).map(([name, value]) => [name, `${value}`]));

const key = 're_shapes_0123456789abcdef0123456789';
const preload = join(import.meta.dirname, '../../bench/hostile/stalls.js');

it(
  `${minutes} minutes of shapes that grow by doubling: no stall, no memory over its limit, no answer of 500`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-shapes-'));
    const stalls = join(folder, 'stalls');
    writeFileSync(stalls, '');
    const random = seeded(seed);
    const port = await portForServer(random);
    const server = crashServer(folder, {
      PORT: `${port}`,
      BOOTSTRAP_API_KEY: key,
      LOG_LEVEL: 'warn',
      POSTHORN_TEST_LIST_PATIENCE_MS: '1000',
      MEMORY_MEGABYTES: `${memoryMegabytes}`,
      // As `npm start` starts it.
      ...asStarted,
      NODE_OPTIONS: `--import ${preload} --max-semi-space-size=${semiSpaceMb}`,
      STALLS_FILE: stalls,
    });
    const origin = `http://127.0.0.1:${port}`;
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
    const send = async ({ method, path, body, headers = {} }: CostlyRequest): Promise<number> => {
      const answer = await fetch(origin + path, {
        method,
        headers: { ...headers, authorization: `Bearer ${key}` },
        ...(body === undefined ? {} : { body }),
      });
      await answer.arrayBuffer();
      return answer.status;
    };
    const found: string[] = [];
    let read = 0;
    /** What was written since the last look. */
    const busiest = (): number => {
      const lines = readFileSync(stalls, 'utf8').slice(read);
      read += lines.length;
      const busy = lines.split('\n').map((line) => line.split(' ').map(Number));
      return Math.max(0, ...busy.map(([, , usedMs = 0]) => usedMs));
    };
    try {
      server.start();
      await askOverHttp(origin, key)('GET', '/health/ready');
      busiest();
      for (const endMs = Date.now() + minutes * 60_000; Date.now() < endMs; ) {
        const [name, shape] = pick(Object.entries(shapes));
        for (let size = 1; size <= largest; size *= 2) {
          const process = { pid: server.pid() };
          const { nowMb: beforeMb } = memoryOf({ process });
          forgetPeak({ process });
          // A body that is cut off after its refusal is no answer.
          const status = await Promise.race([send(shape(size, pick)).catch(() => 413), server.failure]);
          await send({ method: 'GET', path: '/contacts?limit=1' });
          const stallMs = busiest();
          if (stallMs > mostStallMs) found.push(`${name}, ${size}: ${stallMs} ms`);
          const { peakMb, nowMb } = memoryOf({ process });
          if (peakMb > mostMegabytes) found.push(`${name}, ${size}: ${Math.round(peakMb)} MB`);
          if (logFile !== undefined) {
            const megabytes = [beforeMb, peakMb, nowMb].map(Math.round).join(' ');
            appendFileSync(
              logFile,
              `${new Date().toISOString()} ${name}, ${size}: ${status} ${stallMs} ms ${megabytes} MB\n`,
            );
          }
          if (status >= 500 && status !== 503) found.push(`${name}, ${size}: ${status}`);
          if (status >= 400 && size > 4_096) break;
        }
      }
      expect([...new Set(found)]).toEqual([]);
      expect(await server.stop()).toBe(0);
    } finally {
      await server.kill().catch(() => undefined);
      rmSync(folder, { recursive: true, force: true });
    }
  },
  (minutes + 10) * 60_000,
);
