import { jest } from '@jest/globals';
import { watchSilence } from '../../../src/infrastructure/event-store/eventstoredb/silence.js';

const limits = { callMs: 1_000, streamMs: 2_000, probeMs: 1_000 };

describe('a connection that is watched', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function watch(probe: () => Promise<string | undefined>) {
    const deaths: string[] = [];
    let probes = 0;
    const silence = watchSilence({
      limits,
      probe: () => {
        probes += 1;
        return probe();
      },
      onDead: (why) => void deaths.push(why),
    });
    return { silence, deaths, probes: () => probes };
  }
  const never = () => new Promise<never>(() => undefined);

  it('is asked nothing while it owes nothing', async () => {
    const { silence, probes } = watch(never);
    silence.owes('call')();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(probes()).toBe(0);
  });

  it('is dead when it says nothing to a call and nothing to the question whether it lives', async () => {
    const { silence, deaths, probes } = watch(never);
    silence.owes('call');
    await jest.advanceTimersByTimeAsync(1_000);
    expect([probes(), deaths.length]).toEqual([1, 0]);
    await jest.advanceTimersByTimeAsync(1_200);
    expect(deaths).toEqual([expect.stringContaining('has not answered')]);
  });

  it('lives as long as it answers that it does, however long a call takes', async () => {
    const { silence, deaths, probes } = watch(async () => undefined);
    silence.owes('call');
    await jest.advanceTimersByTimeAsync(10_000);
    expect(deaths).toEqual([]);
    expect(probes()).toBeGreaterThan(5);
  });

  it('lives as long as anything comes: what is behind much else is not asked for', async () => {
    const { silence, deaths } = watch(never);
    silence.owes('call');
    for (let each = 0; each < 10; each += 1) {
      await jest.advanceTimersByTimeAsync(1_500);
      silence.heard();
    }
    expect(deaths).toEqual([]);
  });

  it('may be silent for longer where it has streams alone', async () => {
    const { silence, probes } = watch(async () => undefined);
    silence.owes('stream');
    await jest.advanceTimersByTimeAsync(1_900);
    expect(probes()).toBe(0);
    await jest.advanceTimersByTimeAsync(100);
    expect(probes()).toBe(1);
  });

  it.each([
    ['says that it leads no longer', async () => 'it leads no longer', 1],
    ['is gone', () => Promise.reject(Object.assign(new Error('gone'), { code: 14 })), 1],
    ['refuses to say: it lives', () => Promise.reject(Object.assign(new Error('denied'), { code: 7 })), 0],
  ])('%s', async (_, probe, deadTimes) => {
    const { silence, deaths } = watch(probe);
    silence.owes('call');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(deaths).toHaveLength(deadTimes);
  });
});
