import { every } from '../../src/application/shared/every.js';

const { jest } = import.meta;

const minuteMs = 60_000;

describe('every', () => {
  let stopping: AbortController;
  let rounds: number;
  const failures: unknown[] = [];
  beforeEach(() => {
    jest.useFakeTimers();
    stopping = new AbortController();
    rounds = 0;
    failures.length = 0;
  });
  afterEach(() => {
    stopping.abort();
    jest.useRealTimers();
  });

  const round = (): Promise<void> => {
    rounds += 1;
    return Promise.resolve();
  };
  const start = (periodMs: number, step = round): Promise<void> =>
    every(periodMs, stopping.signal, step, (error) => failures.push(error));

  it('does its first round after a second, and the next ones a period apart', async () => {
    void start(minuteMs);
    await jest.advanceTimersByTimeAsync(999);
    expect(rounds).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(1);
    await jest.advanceTimersByTimeAsync(minuteMs - 1);
    expect(rounds).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(2);
  });

  it('waits no longer for the first than for the next one', async () => {
    void start(10);
    await jest.advanceTimersByTimeAsync(10);
    expect(rounds).toBe(1);
  });

  it('goes on after a round that failed, and says so', async () => {
    const failure = new Error('the log is away');
    void start(minuteMs, () => (rounds++ === 0 ? Promise.reject(failure) : Promise.resolve()));
    await jest.advanceTimersByTimeAsync(1_000 + minuteMs);
    expect(rounds).toBe(2);
    expect(failures).toEqual([failure]);
  });

  it('ends at once when it is stopped, before the first round too', async () => {
    const running = start(minuteMs);
    stopping.abort();
    await running;
    expect(rounds).toBe(0);
  });
});
