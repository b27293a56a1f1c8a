import { retryUntil } from '../../src/application/shared/retry.js';

describe('retrying', () => {
  it('does the work again until it succeeds, and reports each failure', async () => {
    const failures: unknown[] = [];
    let tries = 0;
    const work = async (): Promise<string> => {
      tries += 1;
      if (tries < 3) throw new Error(`try ${tries}`);
      return 'done';
    };
    const { signal } = new AbortController();
    await expect(retryUntil(signal, 1, work, (error) => failures.push(error))).resolves.toBe('done');
    expect(failures).toEqual([new Error('try 1'), new Error('try 2')]);
  });

  it('ends without a result when the signal aborts, in the pause too', async () => {
    const stopping = new AbortController();
    const fail = async (): Promise<string> => {
      throw new Error('away');
    };
    const pauseMs = 60_000;
    await expect(retryUntil(stopping.signal, pauseMs, fail, () => stopping.abort())).resolves.toBeUndefined();
    await expect(
      retryUntil(
        stopping.signal,
        pauseMs,
        async () => 'done',
        () => undefined,
      ),
    ).resolves.toBeUndefined();
  });
});
