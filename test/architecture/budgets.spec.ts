import { describe, expect, it } from '@jest/globals';
import { budgetsOf, bySuite, overBudget, withoutBudget } from '../support/jest/budgets.js';

const cost = (suite: string, file: string, wallMs: number, processorMs: number) => ({
  suite,
  file,
  wallMs,
  processorMs,
});
const measured = [
  cost('unit', 'test/unit/small.spec.ts', 300, 200),
  cost('unit', 'test/unit/large.spec.ts', 9_000, 7_800),
  cost('api', 'test/api/waits.spec.ts', 4_000, 900),
];

describe('the budgets of suites', () => {
  it('are what a run took, with the files of a second or more', () => {
    expect(budgetsOf(measured, 40)).toEqual({
      calibrationMs: 40,
      suites: { api: 1, unit: 8 },
      files: {
        'api:test/api/waits.spec.ts': { wall: 4, processor: 0.9 },
        'unit:test/unit/large.spec.ts': { wall: 9, processor: 7.8 },
      },
    });
    expect(bySuite(measured)[0]).toEqual({ suite: 'unit', files: 2, wallSeconds: 9.3, processorSeconds: 8 });
  });

  it('allow a fifth more', () => {
    const budgets = budgetsOf(measured, 40);
    const grownTo = (processorMs: number) => [cost('unit', 'test/unit/large.spec.ts', 9_000, processorMs)];
    expect(overBudget(grownTo(9_600), budgets)).toEqual([]);
    expect(overBudget(grownTo(9_700), budgets)).toHaveLength(1);
  });

  it('name the files that take more than they did, and suites without a budget', () => {
    const grown = [
      cost('unit', 'test/unit/large.spec.ts', 9_000, 7_900),
      cost('unit', 'test/unit/new.spec.ts', 3_000, 2_500),
      cost('page', 'test/page/lists.spec.ts', 1_000, 1_000),
    ];
    expect(overBudget(grown, budgetsOf(measured, 40))).toEqual([
      'unit took 10.4 s of processor time, its budget is 8 s: test/unit/new.spec.ts (2.5 s, 2.5 more than before)',
    ]);
    expect(withoutBudget(grown, budgetsOf(measured, 40)).map(({ suite }) => suite)).toEqual(['page']);
  });
});
