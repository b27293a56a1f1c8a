import { Worker } from 'node:worker_threads';
import { MessageReadings } from '../../../src/infrastructure/catcher/message-readings.js';

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
    return new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
  });
  const [hopeless, other] = await Promise.all([readings.read(1), readings.read(2)]);
  expect([hopeless, other?.read.subject, started]).toEqual([null, '2', 2]);
  expect(await readings.read(1)).toBeNull();
  expect((await readings.read(3))?.read.subject).toBe('3');
  expect(started).toBe(2);
  await readings.close();
});
