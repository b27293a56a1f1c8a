import { expect, test } from '@jest/globals';
import { BudgetExceeded, costBudget, withinBudget } from '../../src/domain/shared/cost-budget.js';

test('what was spent before counts, and each cost has its own limit', () => {
  const budget = costBudget({ steps: 3, bytes: 10 });
  budget.spend('steps', 2);
  budget.spend('bytes', 10);
  budget.spend('steps', 1);
  expect(budget.left('steps')).toBe(0);
  expect(() => budget.spend('steps', 1)).toThrow('more than 3 steps');
});

test('once exceeded, it stays so', () => {
  const budget = costBudget({ bytes: 10 });
  expect(() => budget.spend('bytes', 11)).toThrow(BudgetExceeded);
  expect(() => budget.spend('bytes', 0)).toThrow(BudgetExceeded);
  expect(budget.left('bytes')).toBe(0);
});

test('what has no limit is never exceeded', () => {
  const budget = costBudget({ steps: 1 });
  budget.spend('threadMs', 1e9);
  expect(budget.left('threadMs')).toBe(Infinity);
});

test('work within a budget answers its result, the budget that ran out, or its own error', () => {
  expect(withinBudget({ steps: 1 }, (budget) => (budget.spend('steps', 1), 'done'))).toBe('done');
  expect(withinBudget({ steps: 1 }, (budget) => budget.spend('steps', 2))).toMatchObject({ cost: 'steps', limit: 1 });
  expect(() =>
    withinBudget({ steps: 1 }, () => {
      throw new Error('another');
    }),
  ).toThrow('another');
});
