import { distance } from '../../../dashboard/src/ui/distance.js';

describe('how far a moment is', () => {
  const now = '2026-11-28T15:00:00Z';
  it.each([
    ['2026-11-28T15:00:40Z', 'UTC', undefined],
    ['2026-11-28T15:03:10Z', 'UTC', 'in 3 minutes'],
    ['2026-11-29T14:00:00Z', 'UTC', 'in 23 hours'],
    ['2026-11-29T15:00:00Z', 'UTC', 'tomorrow'],
    ['2026-11-30T14:59:00Z', 'UTC', 'in 2 days'],
    ['2026-12-03T14:00:00Z', 'UTC', 'in 5 days'],
    ['2026-11-27T01:00:00Z', 'UTC', 'yesterday'],
    ['2026-11-26T23:00:00Z', 'UTC', '2 days ago'],
    // The day is that of who reads: in Auckland it is the 29th already.
    ['2026-11-29T15:00:00Z', 'Pacific/Auckland', 'tomorrow'],
    ['2026-11-27T10:00:00Z', 'Pacific/Auckland', '2 days ago'],
    ['2025-11-27T15:00:00Z', 'UTC', '1 year ago'],
  ])('%s in %s: %s', (at, zone, expected) => {
    expect(distance(new Date(at), new Date(now), zone)).toBe(expected);
  });
});
