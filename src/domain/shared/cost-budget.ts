/**
 * What an operation on stored input may cost: steps of work, bytes that it makes, milliseconds of a thread (which the
 * caller measures). What has no limit is not counted.
 */
export interface CostLimits {
  readonly steps?: number;
  readonly bytes?: number;
  readonly threadMs?: number;
}

export type Cost = keyof CostLimits;

/** The operation takes more than it may; thrown by `spend`, in the middle of work that is then given up. */
export class BudgetExceeded extends Error {
  readonly code = 'budget-exceeded';

  constructor(
    readonly cost: Cost,
    readonly limit: number,
  ) {
    super(`more than ${limit} ${cost}`);
  }
}

export interface CostBudget {
  /** Throws `BudgetExceeded` where less is left. Known costs are spent before the work, as one sum. */
  spend(cost: Cost, amount: number): void;
  /** Infinity where it has no limit. */
  left(cost: Cost): number;
}

/** One for each operation, handed down to all that the operation does. */
export function costBudget(limits: CostLimits): CostBudget {
  const spent = { steps: 0, bytes: 0, threadMs: 0 };
  const limitOf = (cost: Cost): number => limits[cost] ?? Infinity;
  return {
    spend(cost, amount) {
      spent[cost] += amount;
      if (spent[cost] > limitOf(cost)) throw new BudgetExceeded(cost, limitOf(cost));
    },
    left: (cost) => Math.max(0, limitOf(cost) - spent[cost]),
  };
}

/** What the work answers, or that it cost too much. Other errors go on. */
export function withinBudget<Result>(
  limits: CostLimits,
  work: (budget: CostBudget) => Result,
): Result | BudgetExceeded {
  try {
    return work(costBudget(limits));
  } catch (error) {
    if (error instanceof BudgetExceeded) return error;
    throw error;
  }
}
