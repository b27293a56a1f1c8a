import { fitting } from '../../../dashboard/src/kit/fitting-columns.js';

type Sized = Parameters<typeof fitting>[0][number];

const column = (title: string, rest: Sized = {}) => ({ title, ...rest });

describe('the columns of a list that have room', () => {
  const columns = [
    column('Name'),
    column('Status', { width: 150 }),
    column('Segment', { width: '20%' }),
    column('Host', { isExtra: true }),
    column('Tags', { width: 100, isExtra: 'wide' }),
    column('Created', { width: 130 }),
    column('Actions', { width: 60, isActions: true }),
  ];
  it.each([
    [1400, 'Name Status Segment Host Tags Created Actions'],
    [960, 'Name Status Segment Host Tags Created Actions'],
    [900, 'Name Status Segment Host Created Actions'],
    [760, 'Name Status Segment Created Actions'],
    [660, 'Name Status Segment Actions'],
    [440, 'Name Status Actions'],
    [300, 'Name Actions'],
    [100, 'Name Actions'],
  ])('at %d px', (tablePx, expected) => {
    expect(
      fitting(columns, tablePx, 0)
        .map(({ title }) => title)
        .join(' '),
    ).toBe(expected);
  });

  describe('and a name that takes a share of the list', () => {
    const shared = [
      column('Name', { width: '20%' }),
      column('Status', { width: 116 }),
      column('Reason'),
      column('Actions', { width: 60, isActions: true }),
    ];

    it.each([
      [1_200, '20%', 4],
      [670, 200, 4],
      [420, undefined, 3],
    ] as const)('at %d px leave it %s', (tablePx, width, count) => {
      const shown = fitting(shared, tablePx, 0);
      expect(shown[0]).toEqual({ title: 'Name', width });
      expect(shown).toHaveLength(count);
    });
  });

  it('count the boxes that rows are selected by, and are the same array where all have room', () => {
    expect(fitting(columns, 1_400, 40)).toBe(columns);
    expect(fitting(columns, 960, 40)).toHaveLength(6);
  });
});
