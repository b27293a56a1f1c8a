import { SignInPatience } from '../../../src/application/people/sign-in-patience.js';

describe('the wait for the next try', () => {
  const fail = (patience: SignInPatience, key: string, times: number, atMs = 0) => {
    for (let count = 0; count < times; count += 1) patience.tried([key], atMs);
  };

  it('is none for a few mistakes, then doubles, and ends at a minute', () => {
    const patience = new SignInPatience();
    fail(patience, 'account a', 4);
    expect(patience.waitMs(['account a'], 0)).toBe(0);
    const waits = Array.from({ length: 9 }, () => {
      patience.tried(['account a'], 0);
      return patience.waitMs(['account a'], 0) / 1_000;
    });
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
    expect(patience.waitMs(['account a'], 60_000)).toBe(0);
  });

  it('is for what was tried, and longer for a network of many people', () => {
    const patience = new SignInPatience();
    fail(patience, 'account a', 5);
    fail(patience, 'network n', 29);
    expect(patience.waitMs(['account b', 'network n'], 0)).toBe(0);
    fail(patience, 'network n', 1);
    expect(patience.waitMs(['account b', 'network n'], 0)).toBe(1_000);
    expect(patience.waitMs(['account a'], 0)).toBe(1_000);
  });

  it('is forgotten after a right one, and after a quarter of an hour', () => {
    const patience = new SignInPatience();
    fail(patience, 'account a', 9);
    patience.succeeded(['account a']);
    expect(patience.waitMs(['account a'], 0)).toBe(0);
    fail(patience, 'account a', 20);
    fail(patience, 'account a', 1, 16 * 60_000);
    expect(patience.waitMs(['account a'], 16 * 60_000)).toBe(0);
  });
});
