import { MessageReadings } from '../../../src/infrastructure/catcher/message-readings.js';
import { startModestWorker } from '../../../src/infrastructure/system/modest-worker.js';

/** Reads each message but the first, which takes for ever. */
const program = `
  import { parentPort } from 'node:worker_threads';
  parentPort.postMessage('ready');
  parentPort.on('message', (number) => {
    while (number === 1);
    parentPort.postMessage({ read: { subject: String(number), html: null, text: null, headers: [] }, isCut: false });
  });
`;

it('gives a message up that takes too long, does not try it again, and reads the others', async () => {
  let started = 0;
  const readings = new MessageReadings('no file', 500, () => {
    started += 1;
    return startModestWorker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { maxHeapMb: 64 });
  });
  const [hopeless, other] = await Promise.all([readings.read(1), readings.read(2)]);
  expect([hopeless.reading, other.reading?.read.subject, started]).toEqual([null, '2', 2]);
  expect(await readings.read(1)).toEqual({ reading: null, usedMs: 0 });
  expect((await readings.read(3)).reading?.read.subject).toBe('3');
  expect(started).toBe(2);
  await readings.close();
});
