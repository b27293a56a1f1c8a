import { createByteBudget } from '../../../src/application/shared/byte-budget.js';

describe('createByteBudget', () => {
  it('gives one owner half of the whole', () => {
    const budget = createByteBudget(100);
    expect(budget.take(51, 'one')).toBe(false);
    expect(budget.take(50, 'one')).toBe(true);
    expect(budget.take(1, 'one')).toBe(false);
    expect(budget.take(50, 'other')).toBe(true);
    budget.release(50, 'one');
    expect(budget.take(50, 'one')).toBe(true);
  });

  it('takes the largest request of one owner, where half of the whole is less', () => {
    const budget = createByteBudget(100, 80);
    expect(budget.take(80, 'one')).toBe(true);
    expect(budget.take(1, 'one')).toBe(false);
    expect(budget.take(21, 'other')).toBe(false);
    expect(budget.take(20, 'other')).toBe(true);
  });
});
