import { setFlagsFromString } from 'node:v8';
import type { Worker } from 'node:worker_threads';
import { once } from 'node:events';
import { workerUrl } from '../../../src/infrastructure/system/worker-url.js';
import { keepRoomToMainThread, startModestWorker } from '../../../src/infrastructure/system/modest-worker.js';

/** Answers how large its heap may become. */
const program = `
  import { parentPort } from 'node:worker_threads';
  import { getHeapStatistics } from 'node:v8';
  parentPort.postMessage(getHeapStatistics().heap_size_limit / 1024 / 1024);
`;

const script = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);

async function heapLimitMb(worker: Worker): Promise<number> {
  const [limit] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return limit;
}

it('keeps a thread to its own limits where the process was started with room for new objects', async () => {
  setFlagsFromString('--max-semi-space-size=64');
  setFlagsFromString('--max-old-space-size=256');
  keepRoomToMainThread();
  expect(await heapLimitMb(startModestWorker(script(program), { maxHeapMb: 64 }))).toBeLessThan(100);
});

it('tells how much processor a thread has used, and not what others use meanwhile', async () => {
  const source = new URL('../../../src/infrastructure/http/content-reading/content-threads.ts', import.meta.url);
  const worker = startModestWorker(workerUrl(source.href, './content.worker.js'), { maxHeapMb: 64 });
  worker.postMessage({ html: '<p>Hello <b>you</b></p>'.repeat(10_000), as: 'text' });
  await once(worker, 'message');
  const usedMs = worker.threadTime();
  expect(usedMs).toBeGreaterThan(20);
  for (let turn = 0; turn < 1e8; turn += 1) Math.sqrt(turn);
  if (process.platform === 'linux') expect(worker.threadTime() - usedMs).toBeLessThan(20);
  await worker.terminate();
  // What it used is not lost with it.
  expect(worker.threadTime()).toBeGreaterThanOrEqual(usedMs);
});
