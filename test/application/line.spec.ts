import { lineOf } from '../../src/application/shared/semaphore.js';
import { createGate } from '../support/gate.js';

describe('work in a line', () => {
  it('is done one after the other, and refused where its owner has too many in it', async () => {
    const inLine = lineOf(2);
    const gate = createGate();
    const done: string[] = [];
    const first = inLine('one', () => gate.pass().then(() => done.push('first')));
    const second = inLine('one', async () => done.push('second'));
    await gate.reached;
    expect(await inLine('one', async () => done.push('third'))).toBeUndefined();
    const other = inLine('another', async () => done.push('other'));
    expect(done).toEqual([]);
    gate.open();
    await Promise.all([first, second, other]);
    expect(done).toEqual(['first', 'second', 'other']);
    expect(await inLine('one', async () => 'again')).toBe('again');
  });

  it('goes on after a failure, which is for its caller alone', async () => {
    const inLine = lineOf(2);
    const failing = inLine('one', () => Promise.reject(new Error('broken')));
    const next = inLine('one', async () => 'next');
    expect(await Promise.all([failing.catch(String), next])).toEqual(['Error: broken', 'next']);
  });
});
