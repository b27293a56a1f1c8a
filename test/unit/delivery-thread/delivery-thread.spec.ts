import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { TroubleChange } from '../../../src/application/delivery/trouble/trouble.js';
import type { Counted, DeliveryNotice, LogLine } from '../../../src/infrastructure/delivery-thread/messages.js';
import { DeliveryReport } from '../../../src/infrastructure/delivery-thread/report.js';
import { followThread } from '../../../src/infrastructure/delivery-thread/follow-thread.js';

/** A thread that runs this text instead of the delivery worker. */
const running = (text: string) =>
  new Worker(`const { parentPort } = require('node:worker_threads'); ${text}`, { eval: true });

function listeners() {
  const lines: LogLine[] = [];
  const counted: Counted[] = [];
  const troubles: TroubleChange[] = [];
  let gone: (error: Error) => void = () => undefined;
  const onGone = new Promise<Error>((resolve) => (gone = resolve));
  return {
    lines,
    counted,
    troubles,
    gone: onGone,
    on: {
      onLog: (line: LogLine) => lines.push(line),
      onCounted: (some: Counted) => counted.push(some),
      onTrouble: (change: TroubleChange) => troubles.push(change),
      onGone: gone,
    },
  };
}

describe('the thread that delivers, seen from the one that started it', () => {
  it('is told what it sends, and has ended when it said so', async () => {
    const worker = running(`
      parentPort.postMessage({ kind: 'started' });
      parentPort.on('message', (order) => {
        if (order === 'wake') {
          parentPort.postMessage({ kind: 'log', level: 'warn', fields: { attempts: 2 }, message: 'woken' });
          return;
        }
        parentPort.postMessage({ kind: 'trouble', change: { state: 'ended', place: 'relay' } });
        parentPort.postMessage({ kind: 'counted', attempts: new Map([['delivered', 3]]), results: [], appends: new Map() });
        parentPort.postMessage({ kind: 'stopped' });
      });`);
    const { lines, counted, troubles, on } = listeners();
    const thread = await followThread(worker, on);
    thread.wake();
    const exited = once(worker, 'exit');
    await thread.stop();
    await exited;
    expect(lines).toMatchObject([{ level: 'warn', fields: { attempts: 2 }, message: 'woken' }]);
    expect(troubles).toEqual([{ state: 'ended', place: 'relay' }]);
    expect(counted.map(({ attempts }) => attempts.get('delivered'))).toEqual([3]);
  });

  it.each([
    ['throws', `parentPort.on('message', () => { throw new Error('out of luck'); });`, 'out of luck'],
    ['ends', `parentPort.on('message', () => process.exit());`, 'the delivery thread has ended'],
  ])('is reported as gone when it %s by itself', async (_how, text, reason) => {
    const { gone, on } = listeners();
    const thread = await followThread(running(`parentPort.postMessage({ kind: 'started' }); ${text}`), on);
    thread.wake();
    expect((await gone).message).toContain(reason);
  });

  it('fails the start, or the stop, that it did not live to see the end of', async () => {
    const { on } = listeners();
    await expect(followThread(running(`throw new Error('no start');`), on)).rejects.toThrow('no start');
    const thread = await followThread(
      running(`parentPort.postMessage({ kind: 'started' }); parentPort.once('message', () => parentPort.close());`),
      on,
    );
    await expect(thread.stop()).rejects.toThrow('the delivery thread has ended');
  });
});

describe('what the thread reports', () => {
  it('counts together what happens within a moment, and leaves nothing behind at its end', async () => {
    const { port1, port2 } = new MessageChannel();
    const report = new DeliveryReport((notice: DeliveryNotice) => port1.postMessage(notice));
    report.attempt('delivered');
    report.attempt('delivered');
    report.append('written');
    const [first] = (await once(port2, 'message')) as [Counted];
    expect(first).toEqual({
      kind: 'counted',
      attempts: new Map([['delivered', 2]]),
      results: [],
      spans: [],
      tlsSessions: [],
      appends: new Map([['written', 1]]),
    });
    report.attempt('deferred');
    report.flush();
    const [last] = (await once(port2, 'message')) as [Counted];
    expect(last.attempts).toEqual(new Map([['deferred', 1]]));
    port1.close();
  });
});
