import { workerUrl } from '../../../src/infrastructure/system/worker-url.js';

describe('the file of a worker thread', () => {
  it.each([
    ['file:///app/dist/log/store.js', 'file:///app/dist/log/log.worker.js'],
    ['file:///usr/src/app/dist/log/store.js', 'file:///usr/src/app/dist/log/log.worker.js'],
    ['file:///home/src/posthorn/src/log/store.ts', 'file:///home/src/posthorn/dist/log/log.worker.js'],
  ])('beside %s is %s', (moduleUrl, worker) => {
    expect(workerUrl(moduleUrl, './log.worker.js').href).toBe(worker);
  });
});
