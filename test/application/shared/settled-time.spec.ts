import { FakeClock } from '../../support/fake-clock.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

describe('time that is settled', () => {
  let clock: FakeClock;
  beforeEach(() => {
    clock = new FakeClock();
  });
  /** How far the wall clock is ahead of it. */
  const aheadMs = () => clock.now() - clock.settledNow();
  const jump = (byMs: number) => clock.setTimeOfDay(clock.now() + byMs);

  it.each([
    ['goes on for weeks', (): void => clock.advance(60 * dayMs)],
    ['is stepped by less than half a day', () => jump(12 * hourMs - 1)],
    ['goes back by a year', () => jump(-365 * dayMs)],
  ])('is the wall clock where that %s', (_what, happens) => {
    happens();
    expect(aheadMs()).toBe(0);
  });

  it.each([[12 * hourMs], [40 * dayMs], [3_650 * dayMs]])(
    'leaves out a jump of %d ms for a day, and no longer',
    (byMs) => {
      jump(byMs);
      expect(aheadMs()).toBe(byMs);
      clock.advance(dayMs - 1);
      expect(aheadMs()).toBe(byMs);
      clock.advance(1);
      expect(aheadMs()).toBe(0);
    },
  );

  it('never knew of a jump that is set right within the day, and begins again at the next one', () => {
    jump(40 * dayMs);
    expect(aheadMs()).toBe(40 * dayMs);
    clock.advance(20 * hourMs);
    jump(-40 * dayMs);
    expect(aheadMs()).toBe(0);
    jump(40 * dayMs);
    clock.advance(20 * hourMs);
    expect(aheadMs()).toBe(40 * dayMs);
  });

  it('waits a day from the last of several jumps', () => {
    jump(2 * dayMs);
    expect(aheadMs()).toBe(2 * dayMs);
    clock.advance(20 * hourMs);
    jump(2 * dayMs);
    expect(aheadMs()).toBe(4 * dayMs);
    clock.advance(20 * hourMs);
    expect(aheadMs()).toBe(4 * dayMs);
  });
});
