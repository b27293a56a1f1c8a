import { RateLine, type RateLineBounds } from '../../../src/application/shared/rate-line.js';

/** Ten tokens a second for each owner, on a clock that moves when somebody pauses, and when nobody else would run. */
function world(bounds: Partial<RateLineBounds> = {}, perSecond = 10) {
  let nowMs = 0;
  const taken = new Map<string, { second: number; count: number }>();
  const owners = new Map([
    ['a1', 'ann'],
    ['a2', 'ann'],
    ['b1', 'ben'],
  ]);
  const line = new RateLine(
    {
      limiter: {
        async take(owner) {
          const second = Math.floor(nowMs / 1_000);
          const known = taken.get(owner);
          const count = known?.second === second ? known.count : 0;
          const allowed = count < perSecond;
          if (allowed) taken.set(owner, { second, count: count + 1 });
          return { allowed, limit: perSecond, remaining: 0, resetSeconds: 1 };
        },
      },
      ownerOf: (teamId) => owners.get(teamId) ?? teamId,
      nowMs: () => nowMs,
      // The clock is moved by the test alone.
      pause: () => new Promise<void>((resolve) => paused.push(resolve)),
    },
    { patienceMs: 60_000, maxWaiting: 500, maxWaitingPerOwner: 250, ...bounds },
  );
  const paused: (() => void)[] = [];
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
  };
  return {
    line,
    /** After so many milliseconds, with everything that follows. */
    async after(delayMs: number): Promise<void> {
      await settle();
      nowMs += delayMs;
      for (const resume of paused.splice(0)) resume();
      await settle();
    },
  };
}

const open = (): AbortSignal => new AbortController().signal;

describe('a line for the tokens of a rate limit', () => {
  it('lets everyone through in its time, in the order of asking', async () => {
    const { line, after } = world();
    const through: number[] = [];
    for (let each = 0; each < 30; each += 1) void line.take('a1', open()).then((got) => got && through.push(each));
    await after(0);
    expect(through).toHaveLength(10);
    await after(1_000);
    expect(through).toHaveLength(20);
    await after(1_000);
    expect(through).toEqual(Array.from({ length: 30 }, (_, each) => each));
    expect(line.waiting).toBe(0);
  });

  it('gives teams of one owner turns, and keeps nobody waiting for another owner', async () => {
    const { line, after } = world();
    const through: string[] = [];
    const ask = (team: string, count: number): void => {
      for (let each = 0; each < count; each += 1) void line.take(team, open()).then((got) => got && through.push(team));
    };
    ask('a1', 60);
    await after(0);
    ask('a2', 5);
    ask('b1', 10);
    await after(0);
    expect(through.filter((team) => team === 'b1')).toHaveLength(10);
    await after(1_000);
    expect(through.filter((team) => team === 'a2')).toHaveLength(5);
    expect(through.filter((team) => team === 'a1')).toHaveLength(15);
  });

  it('gives up after its patience', async () => {
    const { line, after } = world({ patienceMs: 2_500 }, 1);
    const answers: boolean[] = [];
    for (let each = 0; each < 5; each += 1) void line.take('a1', open()).then((got) => answers.push(got));
    for (const _second of [1, 2, 3]) await after(1_000);
    expect(answers).toEqual([true, true, true, false, false]);
    expect(line.waiting).toBe(0);
  });

  it('refuses at once where too many wait, of one owner and in all', async () => {
    const { line, after } = world({ maxWaiting: 3, maxWaitingPerOwner: 2 }, 1);
    const answers: string[] = [];
    for (const team of ['a1', 'a1', 'a2', 'a1', 'b1', 'b1', 'c1', 'c1']) {
      void line.take(team, open()).then((got) => answers.push(`${team} ${got}`));
      await after(0);
    }
    expect(answers).toEqual(['a1 true', 'a1 false', 'b1 true', 'c1 true', 'c1 false']);
    expect(line.waiting).toBe(3);
  });

  it('gives the place and the token of who has left to the next', async () => {
    const { line, after } = world({}, 1);
    const gone = new AbortController();
    const answers: string[] = [];
    const ask = (name: string, signal: AbortSignal): void =>
      void line.take('a1', signal).then((got) => answers.push(`${name} ${got}`));
    ask('first', open());
    await after(0);
    ask('leaver', gone.signal);
    ask('last', open());
    await after(0);
    gone.abort();
    await after(1_000);
    expect(answers).toEqual(['first true', 'leaver false', 'last true']);
    ask('late leaver', AbortSignal.abort());
    await after(0);
    expect(answers.at(-1)).toBe('late leaver false');
  });

  it('says so to all that wait where the limit cannot be asked', async () => {
    let asked = 0;
    const line = new RateLine(
      {
        limiter: {
          take: () =>
            (asked += 1) === 1
              ? Promise.resolve({ allowed: false, limit: 1, remaining: 0, resetSeconds: 1 })
              : Promise.reject(new Error('gone')),
        },
        ownerOf: (teamId) => teamId,
        nowMs: () => 0,
        pause: async () => undefined,
      },
      { patienceMs: 60_000, maxWaiting: 10, maxWaitingPerOwner: 10 },
    );
    await expect(line.take('a1', open())).rejects.toThrow('The rate limit cannot be asked');
    expect(line.waiting).toBe(0);
  });
});
