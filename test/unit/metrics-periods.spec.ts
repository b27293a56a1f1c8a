import { type Granularity, periodAt, periodsIn } from '../../src/application/metrics/periods.js';
import { isTimeZone, momentOf } from '../../src/application/metrics/time-zone.js';

const ms = (iso: string): number => Date.parse(iso);
const starts = (from: string, until: string, granularity: Granularity, zone: string): readonly string[] | undefined =>
  periodsIn({ fromMs: ms(from), untilMs: ms(until) }, granularity, zone)?.map((at) => new Date(at).toISOString());

describe('periods', () => {
  it.each<[string, string, string, Granularity, string, readonly string[]]>([
    [
      'days of UTC, the first in part',
      '2026-03-01T12:00Z',
      '2026-03-03T00:00Z',
      'daily',
      'UTC',
      ['2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
    ],
    [
      'a day of 23 hours',
      '2026-03-07T12:00Z',
      '2026-03-09T12:00Z',
      'daily',
      'America/New_York',
      ['2026-03-07T05:00:00.000Z', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
    ],
    [
      'a day of 25 hours',
      '2026-10-31T12:00Z',
      '2026-11-02T12:00Z',
      'daily',
      'America/New_York',
      ['2026-10-31T04:00:00.000Z', '2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z'],
    ],
    [
      'a quarter of an hour',
      '2026-01-01T00:00Z',
      '2026-01-01T20:00Z',
      'daily',
      'Asia/Kathmandu',
      ['2025-12-31T18:15:00.000Z', '2026-01-01T18:15:00.000Z'],
    ],
    [
      'a midnight that is skipped',
      '2026-04-23T00:00Z',
      '2026-04-25T00:00Z',
      'daily',
      'Africa/Cairo',
      ['2026-04-22T22:00:00.000Z', '2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z'],
    ],
    [
      'a midnight that comes twice',
      '2025-11-02T01:00Z',
      '2025-11-03T12:00Z',
      'daily',
      'America/Havana',
      ['2025-11-01T04:00:00.000Z', '2025-11-02T04:00:00.000Z', '2025-11-03T05:00:00.000Z'],
    ],
    [
      'a day that never was',
      '2011-12-29T12:00Z',
      '2011-12-31T00:00Z',
      'daily',
      'Pacific/Apia',
      ['2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z'],
    ],
    [
      'weeks from Monday',
      '2026-03-01T00:00Z',
      '2026-03-10T00:00Z',
      'weekly',
      'UTC',
      ['2026-02-23T00:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-09T00:00:00.000Z'],
    ],
    [
      'months of a zone, over a change of clocks',
      '2026-03-15T00:00Z',
      '2026-05-01T00:00Z',
      'monthly',
      'Europe/Berlin',
      ['2026-02-28T23:00:00.000Z', '2026-03-31T22:00:00.000Z', '2026-04-30T22:00:00.000Z'],
    ],
    [
      'an hour that is shown twice, as two',
      '2026-10-25T00:30Z',
      '2026-10-25T02:30Z',
      'hourly',
      'Europe/Berlin',
      ['2026-10-25T00:00:00.000Z', '2026-10-25T01:00:00.000Z', '2026-10-25T02:00:00.000Z'],
    ],
    [
      'half an hour by which clocks go back',
      '2026-04-04T14:00Z',
      '2026-04-04T16:30Z',
      'hourly',
      'Australia/Lord_Howe',
      ['2026-04-04T14:00:00.000Z', '2026-04-04T15:30:00.000Z'],
    ],
    ['no time at all', '2026-03-01T12:00Z', '2026-03-01T12:00Z', 'daily', 'UTC', ['2026-03-01T00:00:00.000Z']],
  ])('know %s', (_what, from, until, granularity, zone, expected) => {
    expect(starts(from, until, granularity, zone)).toEqual(expected);
  });

  it('are at most ten thousand', () => {
    const from = '2026-01-01T00:00Z';
    const until = (hours: number): string => new Date(ms(from) + hours * 3_600_000).toISOString();
    expect(starts(from, until(10_000), 'hourly', 'UTC')).toHaveLength(10_000);
    expect(starts(from, until(10_001), 'hourly', 'UTC')).toBeUndefined();
    expect(starts('2026-01-01T00:30Z', until(10_000.5), 'hourly', 'UTC')).toBeUndefined();
  });

  it('begin with their first moment', () => {
    expect([9, 10, 19, 20, 99].map((at) => periodAt([10, 20, 30], at))).toEqual([undefined, 10, 10, 20, 30]);
  });
});

describe('time zones', () => {
  it.each(['UTC', 'America/New_York', 'Asia/Kathmandu'])('%s is one', (name) => expect(isTimeZone(name)).toBe(true));
  it.each(['', '+02:00', 'Mars/Olympus', 'America/New_York '])('%j is none', (name) =>
    expect(isTimeZone(name)).toBe(false),
  );
  it('a time that is skipped is the moment of the change', () => {
    expect(new Date(momentOf(ms('2026-04-24T00:00Z'), 'Africa/Cairo')).toISOString()).toBe('2026-04-23T22:00:00.000Z');
  });
});
