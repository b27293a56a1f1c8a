import { waitAtMost, withTimeout } from '../../src/application/shared/timeout.js';
import { fakeTimeouts } from '../support/fake-timeouts.js';

const { jest } = import.meta;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));
const never = new Promise<never>(() => undefined);

describe('a timeout', () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  it('answers and rejects as the work does', async () => {
    await expect(withTimeout(1_000, Promise.resolve('done'))).resolves.toBe('done');
    await expect(withTimeout(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  });

  it('rejects once the time is over, with an error of its own or the one that it was given', async () => {
    fakeTimeouts();
    const late = expect(withTimeout(1_000, never)).rejects.toThrow('no answer within 1000 ms');
    const named = expect(withTimeout(1_000, never, () => new RangeError('too late'))).rejects.toThrow(RangeError);
    jest.advanceTimersByTime(1_000);
    await Promise.all([late, named]);
  });

  it('reads an answer first that came while the process was busy, and ends nothing then', async () => {
    fakeTimeouts();
    const late = jest.fn(() => new Error('too late'));
    let answer: (text: string) => void = () => undefined;
    const answered = withTimeout(1_000, new Promise<string>((resolve) => (answer = resolve)), late);
    jest.advanceTimersByTime(1_000);
    answer('in the socket');
    await expect(answered).resolves.toBe('in the socket');
    await nextTurn();
    expect(late).not.toHaveBeenCalled();
  });

  it('leaves no timer behind', async () => {
    fakeTimeouts();
    await withTimeout(1_000, Promise.resolve());
    await waitAtMost(1_000, Promise.resolve());
    await expect(waitAtMost(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('waits for what has no end until the time is over', async () => {
    fakeTimeouts();
    let isOver = false;
    const waited = waitAtMost(1_000, never).then(() => (isOver = true));
    await nextTurn();
    expect(isOver).toBe(false);
    jest.advanceTimersByTime(1_000);
    await waited;
  });
});
