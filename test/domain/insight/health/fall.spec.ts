import { describe, expect, it } from '@jest/globals';
import { fallsBetween } from '../../../../src/domain/insight/health/fall.js';
import { type GroupFigures, HealthSum, type RecipientHealth } from '../../../../src/domain/insight/health/figures.js';
import { receiverGroupOf } from '../../../../src/domain/insight/health/receiver-group.js';

const figures = (delivered: number, bounced: number, deferred = 0, complained = 0): GroupFigures => ({
  ...{ delivered, bounced, deferred, complained },
  ...{ encrypted: delivered, verified: delivered, p50Ms: null, p95Ms: null },
});
const measures = (now: GroupFigures, before: GroupFigures) => fallsBetween(now, before).map(({ measure }) => measure);

describe('a fall', () => {
  const usual = figures(980, 20, 50, 1);

  it('is each share that is worse than before, beyond chance', () => {
    expect(measures(figures(180, 20), usual)).toEqual(['delivered']);
    expect(measures(figures(197, 3, 60), usual)).toEqual(['deferred']);
    expect(measures(figures(980, 20, 50, 20), usual)).toEqual(['complained']);
    expect(fallsBetween(figures(180, 20), usual)).toEqual([
      { measure: 'delivered', now: { count: 180, of: 200 }, before: { count: 980, of: 1_000 } },
    ]);
  });

  it.each([
    ['the same shares', figures(196, 4, 10), usual],
    ['a better share', figures(200, 0), usual],
    ['what chance explains', figures(57, 3), usual],
    ['too few now', figures(30, 19), usual],
    ['too few before', figures(180, 20), figures(190, 9)],
    ['a change too small to matter, however sure', figures(97_000, 3_000), figures(980_000, 20_000)],
    ['nothing at all', figures(0, 0), figures(0, 0)],
  ])('is not %s', (_what, now, before) => {
    expect(measures(now, before)).toEqual([]);
  });
});

describe('the sum of a group', () => {
  const one: RecipientHealth = {
    ...{
      group: 'gmail',
      deferred: false,
      result: 'delivered',
      deliveredMs: 1_000,
      tls: 'certificate',
      complained: false,
    },
  };
  const sumOf = (...recipients: readonly RecipientHealth[]) => {
    const sum = new HealthSum();
    for (const recipient of recipients) sum.add(recipient);
    return sum;
  };

  it('counts what is settled, and gives times to 5 %', () => {
    const fast = Array.from({ length: 95 }, (_, index) => (index < 5 ? { ...one, tls: 'encrypted' as const } : one));
    const slow = Array.from({ length: 5 }, () => ({
      ...one,
      deliveredMs: 600_000,
      deferred: true,
      tls: 'none' as const,
    }));
    const others = [{ ...one, result: 'bounced', deliveredMs: null } as const, { ...one, result: null } as const];
    const { p50Ms, p95Ms, ...counts } = sumOf(...fast, ...slow, ...others).figures();
    expect(counts).toEqual({ delivered: 100, deferred: 5, bounced: 1, complained: 0, encrypted: 95, verified: 90 });
    expect(p50Ms).toBeGreaterThanOrEqual(1_000);
    expect(p50Ms).toBeLessThan(1_050);
    expect(p95Ms).toBeLessThan(1_050);
  });

  it('is the sum of its parts', () => {
    const [left, right] = [sumOf(one, { ...one, deliveredMs: 90_000 }), sumOf({ ...one, complained: true })];
    const all = sumOf(one, { ...one, deliveredMs: 90_000 }, { ...one, complained: true });
    expect(left.plus(right).figures()).toEqual(all.figures());
    expect(sumOf().figures()).toMatchObject({ delivered: 0, p50Ms: null, p95Ms: null });
  });
});

describe('the group of a receiver', () => {
  it.each([
    ['gmail-smtp-in.l.google.com', 'gmail'],
    ['ALT1.ASPMX.L.GOOGLE.COM.', 'gmail'],
    ['aspmx2.googlemail.com', 'gmail'],
    ['example-com.mail.protection.outlook.com', 'microsoft'],
    ['hotmail-com.olc.protection.outlook.com', 'microsoft'],
    ['example-com.a-v1.mx.microsoft', 'microsoft'],
    ['mta5.am0.yahoodns.net', 'yahoo'],
    ['mx01.mail.icloud.com', 'apple'],
    ['mx.example.com', 'other'],
    ['notgoogle.com', 'other'],
    ['google.com.example.org', 'other'],
  ])('%s: %s', (host, group) => {
    expect(receiverGroupOf(host)).toBe(group);
  });
});
