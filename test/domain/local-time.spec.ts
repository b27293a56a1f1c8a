import { clockMs, dueIn, windowOf, Zones } from '../../src/domain/broadcast/local-time.js';

const zones = new Zones();

describe('a time on the clock of a person', () => {
  it('is at most 26 hours long, from the clocks that are first to those that are last', () => {
    const at = '2026-12-01T09:00';
    const { begins, ends } = windowOf({ at });
    expect([begins, ends]).toEqual(['2026-11-30T19:00:00.000Z', '2026-12-01T21:00:00.000Z']);
    expect([zones.instantIn('Pacific/Kiritimati', at), zones.instantIn('Etc/GMT+12', at)]).toEqual([begins, ends]);
  });

  it.each([
    ['in winter', 'Europe/Berlin', '2026-12-01T09:00', '2026-12-01T08:00:00.000Z'],
    ['in summer', 'Europe/Berlin', '2026-07-01T09:00', '2026-07-01T07:00:00.000Z'],
    ['at half an hour', 'Asia/Kolkata', '2026-07-01T09:00', '2026-07-01T03:30:00.000Z'],
    ['without a zone', 'UTC', '2026-07-01T00:00', '2026-07-01T00:00:00.000Z'],
    ['that is left out: as much later', 'Europe/Berlin', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['that is left out, behind UTC', 'America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
    ['that is there twice: the first', 'Europe/Berlin', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
    ['that is there twice, behind UTC', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
    ['just before a change', 'Europe/Berlin', '2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
    ['just after a change', 'Europe/Berlin', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ])('%s', (_, zone, at, instant) => {
    expect(zones.instantIn(zone, at)).toBe(instant);
  });

  it('falls back where a person has no zone, or one that does not exist', () => {
    const time = { at: '2026-12-01T09:00', property: 'timezone', fallbackZone: 'Europe/Berlin' };
    const due = (zone: unknown) => dueIn(zones, time, zone);
    expect(due(' america/new_york ')).toEqual({ opensAt: '2026-12-01T14:00:00.000Z', isFallback: false });
    const berlin = { opensAt: '2026-12-01T08:00:00.000Z', isFallback: true };
    expect([undefined, '', 'Berlin', 'Mars/Olympus', '+02:00', 7, true].map(due)).toEqual(
      Array.from({ length: 7 }, () => berlin),
    );
  });

  it('is a day and a minute that exist', () => {
    expect(['2026-02-30T09:00', '2026-12-01T25:00', '2026-12-01', '2026-12-01T09:00Z', 'soon'].map(clockMs)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    );
  });
});
