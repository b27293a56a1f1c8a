import { setFlagsFromString } from 'node:v8';
import { once } from 'node:events';
import { keepRoomToMainThread, startModestWorker } from '../../../src/infrastructure/system/modest-worker.js';

/** Answers how large its heap may become. */
const program = `
  import { parentPort } from 'node:worker_threads';
  import { getHeapStatistics } from 'node:v8';
  parentPort.postMessage(getHeapStatistics().heap_size_limit / 1024 / 1024);
`;

async function heapLimitMb(): Promise<number> {
  const worker = startModestWorker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { maxHeapMb: 64 });
  const [limit] = (await once(worker, 'message')) as [number];
  await worker.terminate();
  return limit;
}

it('keeps a thread to its own limits where the process was started with room for new objects', async () => {
  setFlagsFromString('--max-semi-space-size=64');
  keepRoomToMainThread();
  expect(await heapLimitMb()).toBeLessThan(100);
});
