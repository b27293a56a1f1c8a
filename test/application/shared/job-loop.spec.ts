import { JobLoop, type JobRun, type Step } from '../../../src/application/shared/job-loop.js';

/** A loop over these answers of each job, one a round; what is an `Error` is thrown. */
function looping(answers: Readonly<Record<string, (Step | Error)[]>>) {
  const done: string[] = [];
  const failures: unknown[] = [];
  const left: string[] = [];
  const stop = new AbortController();
  const run: JobRun = {
    turns: () => Object.keys(answers).filter((id) => (answers[id] ?? []).length > 0),
    async step(id) {
      await loop.begun.begin(id, async () => undefined);
      done.push(id);
      const answer = answers[id]?.shift() ?? 'done';
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const leave = async (id: string) => left.push(id);
  const loop: JobLoop = new JobLoop({ run: () => run, leave }, (error) => failures.push(error));
  return { loop, done, failures, left, stop };
}

describe('a loop of jobs', () => {
  it('gives each job a step in turn, until none has one', async () => {
    const { loop, done, stop } = looping({ a: ['more', 'more', 'done'], b: ['more', 'done'] });

    await loop.wake(stop.signal);

    expect(done).toEqual(['a', 'b', 'a', 'b', 'a']);
  });

  it('goes on with the others where one fails', async () => {
    const failure = new Error('no room');
    const { loop, done, failures, stop } = looping({ a: [failure], b: ['more', 'done'] });

    await loop.wake(stop.signal);

    expect(done).toEqual(['a', 'b', 'b']);
    expect(failures).toEqual([failure]);
  });

  it('takes back, at its stop, what it has begun and not ended', async () => {
    const { loop, left, stop } = looping({ a: ['done'], b: ['later'], c: [new Error('no room')] });
    await loop.wake(stop.signal);

    stop.abort();
    await loop.idle();

    expect(left).toEqual(['b', 'c']);
  });

  it('begins no other step after its stop', async () => {
    const { loop, done, stop } = looping({ a: ['more', 'more'], b: ['more'] });

    const working = loop.wake(stop.signal);
    stop.abort();
    await working;

    expect(done).toEqual(['a']);
  });

  it('misses no job that comes in the moment in which it ends', async () => {
    const coming = ['first'];
    const done: string[] = [];
    const { signal } = new AbortController();
    let again: Promise<void> | undefined;
    const turns = (): string[] => {
      const ids = coming.splice(0);
      if (ids.length === 0 && again === undefined) {
        // What waits for nothing else runs before the promise of the first run is kept.
        queueMicrotask(() => {
          coming.push('second');
          again = loop.wake(signal);
        });
      }
      return ids;
    };
    const step = async (id: string): Promise<Step> => {
      done.push(id);
      return 'done';
    };
    const loop = new JobLoop({ run: () => ({ turns, step }), leave: async () => undefined }, fail);

    await loop.wake(signal);
    await again;

    expect(done).toEqual(['first', 'second']);
  });
});

function fail(error: unknown): void {
  throw error;
}
