import { eventually, waitFor } from '../../support/wait-for.js';

const never = (): boolean => false;

describe('waiting for an answer', () => {
  it('gives the first one that is right, and asks again after a failure', async () => {
    let asked = 0;
    const ask = (): number => {
      asked += 1;
      if (asked === 2) throw new Error('not now');
      return asked;
    };
    expect(await waitFor(ask, (value) => value > 2)).toBe(3);
  });

  it('ends at its limit with what it waited for and the last answer', async () => {
    const waiting = waitFor(() => ({ data: [{ status: 'queued' }] }), never, { limitMs: 30 });
    await expect(waiting).rejects.toThrow(/^waited 0\.03 s for [^]*the last answer: [^]*status: 'queued'/);
  });

  it('ends at its limit with the last failure', async () => {
    const waiting = waitFor(() => Promise.reject(new Error('connection refused')), never, { limitMs: 30 });
    await expect(waiting).rejects.toThrow(/the last question failed: Error: connection refused/);
  });

  it('ends at its limit where no answer comes', async () => {
    await expect(waitFor(() => new Promise(never), never, { limitMs: 30 })).rejects.toThrow('no answer came');
  });

  it('shows the condition that never held', async () => {
    await expect(eventually(never, { limitMs: 30 })).rejects.toThrow(/^waited 0\.03 s for [^\n]*=>\s*false\n/);
  });
});
