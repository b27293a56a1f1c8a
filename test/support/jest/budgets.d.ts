export interface Cost {
  readonly suite: string;
  readonly file: string;
  readonly wallMs: number;
  readonly processorMs: number;
}
export interface Budgets {
  readonly calibrationMs: number;
  readonly suites: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, { readonly wall: number; readonly processor: number }>>;
}
export interface SuiteCost {
  readonly suite: string;
  readonly files: number;
  readonly wallSeconds: number;
  readonly processorSeconds: number;
}
export function bySuite(costs: readonly Cost[]): readonly SuiteCost[];
export function budgetsOf(costs: readonly Cost[], calibrationMs: number): Budgets;
export function overBudget(costs: readonly Cost[], budgets: Budgets): readonly string[];
export function withoutBudget(costs: readonly Cost[], budgets: Budgets): readonly SuiteCost[];
