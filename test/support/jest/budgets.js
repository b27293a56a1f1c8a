import { readFileSync } from 'node:fs';
import { groupBy } from './group-by.js';

/** Committed: the processor seconds that each suite may take, and what each file of about a second took when they were set. */
export const budgetsPath = new URL('../../budgets.json', import.meta.url);

export function readBudgets() {
  return JSON.parse(readFileSync(budgetsPath, 'utf8'));
}

/** More than that beyond its budget is a failure. */
const allowance = 1.2;
/** A file that takes less is not named. */
const namedFromSeconds = 1;

const seconds = (ms) => Math.round(ms / 100) / 10;
const sum = (costs, name) => costs.reduce((total, cost) => total + cost[name], 0);
export const keyOf = ({ suite, file }) => `${suite}:${file}`;

/** Per suite, the most expensive first: its files, and their wall and processor seconds, added up. */
export function bySuite(costs) {
  return [...groupBy(costs, ({ suite }) => suite)]
    .map(([suite, own]) => ({
      suite,
      files: own.length,
      wallSeconds: seconds(sum(own, 'wallMs')),
      processorSeconds: seconds(sum(own, 'processorMs')),
    }))
    .toSorted((one, other) => other.processorSeconds - one.processorSeconds);
}

export function slowestFiles(costs, most) {
  return costs.toSorted((one, other) => other.processorMs - one.processorMs).slice(0, most);
}

/** As they stand in the file. */
export function budgetsOf(costs, calibrationMs) {
  const suites = bySuite(costs).map(({ suite, processorSeconds }) => [suite, Math.ceil(processorSeconds)]);
  const files = costs
    .filter(({ wallMs, processorMs }) => Math.max(wallMs, processorMs) >= namedFromSeconds * 1000)
    .map((cost) => [keyOf(cost), { wall: seconds(cost.wallMs), processor: seconds(cost.processorMs) }]);
  return { calibrationMs, suites: sorted(suites), files: sorted(files) };
}

/** Suites without a budget. */
export function withoutBudget(costs, budgets) {
  return bySuite(costs).filter(({ suite }) => budgets.suites[suite] === undefined);
}

/** A sentence for each suite that is over its budget, with the files that take more than they did. */
export function overBudget(costs, budgets) {
  return bySuite(costs).flatMap(({ suite, processorSeconds }) => {
    const budget = budgets.suites[suite];
    if (budget === undefined || processorSeconds <= budget * allowance) return [];
    const grown = costs
      .filter((cost) => cost.suite === suite)
      .map((cost) => ({ ...cost, more: seconds(cost.processorMs) - (budgets.files[keyOf(cost)]?.processor ?? 0) }))
      .filter(({ more }) => more >= namedFromSeconds)
      .toSorted((one, other) => other.more - one.more)
      .slice(0, 5)
      .map(({ file, more, processorMs }) => `${file} (${seconds(processorMs)} s, ${more.toFixed(1)} more than before)`);
    return [`${suite} took ${processorSeconds} s of processor time, its budget is ${budget} s: ${grown.join(', ')}`];
  });
}

function sorted(entries) {
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
