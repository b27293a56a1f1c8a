import { lineOf } from '../../src/application/shared/line.js';
import { createGate } from '../support/gate.js';

describe('work in a line', () => {
  it('is done one after the other, and refused where too many wait', async () => {
    const inLine = lineOf(1);
    const gate = createGate();
    const done: string[] = [];
    const first = inLine(() => gate.pass().then(() => done.push('first')));
    const second = inLine(async () => done.push('second'));
    await gate.reached;
    expect(await inLine(async () => done.push('third'))).toBeUndefined();
    expect(done).toEqual([]);
    gate.open();
    await Promise.all([first, second]);
    expect(done).toEqual(['first', 'second']);
  });

  it('goes on after a failure, which is for its caller alone', async () => {
    const inLine = lineOf(1);
    const failing = inLine(() => Promise.reject(new Error('broken')));
    expect(await Promise.all([failing.catch(String), inLine(async () => 'next')])).toEqual(['Error: broken', 'next']);
  });
});
