import { dayAt, dayBefore, dayOf, endOfDayMs, endOfMonthMs, monthOf } from '../../src/domain/shared/utc-calendar.js';

const iso = (atMs: number): string => new Date(atMs).toISOString();

describe('the calendar of UTC', () => {
  it('names the day and the month of a moment', () => {
    expect(dayAt(Date.parse('2026-02-28T23:59:59.999Z'))).toBe('2026-02-28');
    expect(dayAt(Date.parse('2026-03-01T00:00:00.000Z'))).toBe('2026-03-01');
    expect(dayAt(Date.parse('2026-03-01T01:00:00.000+02:00'))).toBe('2026-02-28');
    expect(monthOf(dayOf('2026-12-31T10:00:00.000Z'))).toBe('2026-12');
  });

  it.each([
    ['2026-03-02', '2026-03-01', '2026-03-03'],
    ['2026-03-01', '2026-02-28', '2026-03-02'],
    ['2028-02-29', '2028-02-28', '2028-03-01'],
    ['2026-12-31', '2026-12-30', '2027-01-01'],
  ])('knows what lies around %s', (day, before, after) => {
    expect(dayBefore(day)).toBe(before);
    expect(iso(endOfDayMs(day))).toBe(`${after}T00:00:00.000Z`);
  });

  it('knows when a month ends', () => {
    expect(iso(endOfMonthMs('2026-03'))).toBe('2026-04-01T00:00:00.000Z');
    expect(iso(endOfMonthMs('2026-12'))).toBe('2027-01-01T00:00:00.000Z');
  });
});
