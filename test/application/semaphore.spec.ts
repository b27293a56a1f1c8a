import { KeyedSemaphore, Semaphore } from '../../src/application/shared/semaphore.js';

/** Work that ends when the test says so, and notes its beginning. */
function jobs() {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  return {
    begun,
    job: (name: string) => () =>
      new Promise<void>((resolve, reject) => {
        begun.push(name);
        ends.set(name, { resolve, reject });
      }),
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

describe('a semaphore', () => {
  it('lets so many work at once, the others in the order in which they came', async () => {
    const { begun, job, end } = jobs();
    const semaphore = new Semaphore(2);
    const all = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(job(name)));
    expect(begun).toEqual(['a', 'b']);
    expect(semaphore).toMatchObject({ isFull: true, waiting: 2, isIdle: false });
    end('b');
    await all[1];
    expect(begun).toEqual(['a', 'b', 'c']);
    end('a');
    await all[0];
    for (const name of ['c', 'd']) end(name);
    await Promise.all(all);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    expect(semaphore).toMatchObject({ isFull: false, waiting: 0, isIdle: true });
  });

  it('gives the permit of work that fails to the next one', async () => {
    const { begun, job, fail } = jobs();
    const semaphore = new Semaphore(1);
    const failing = semaphore.run(job('a'));
    void semaphore.run(job('b'));
    fail('a');
    await expect(failing).rejects.toThrow('a');
    expect(begun).toEqual(['a', 'b']);
  });

  it('hands no permit on while fewer are given out than before, and several once there are more again', async () => {
    const { begun, job, end } = jobs();
    let permits = 2;
    const semaphore = new Semaphore(() => permits);
    const all = ['a', 'b', 'c', 'd'].map((name) => semaphore.run(job(name)));
    permits = 1;
    end('a');
    await all[0];
    expect(begun).toEqual(['a', 'b']);
    permits = 2;
    end('b');
    await all[1];
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps a permit that is handed on from who comes in between', async () => {
    const { begun, job, end } = jobs();
    const semaphore = new Semaphore(1);
    const first = semaphore.run(job('a'));
    void semaphore.run(job('b'));
    const meddling = first.then(() => void semaphore.run(job('c')));
    end('a');
    await meddling;
    expect(begun).toEqual(['a', 'b']);
  });
});

describe('a semaphore by key', () => {
  it('lets no key wait for another', async () => {
    const { begun, job, end } = jobs();
    const semaphores = new KeyedSemaphore(1);
    const held = semaphores.run('one', job('a'));
    const waiting = semaphores.run('one', job('b'));
    void semaphores.run('other', job('c'));
    expect(begun).toEqual(['a', 'c']);
    end('a');
    await held;
    expect(begun).toEqual(['a', 'c', 'b']);
    end('b');
    await waiting;
  });
});
