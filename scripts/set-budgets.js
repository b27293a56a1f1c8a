// Makes test/budgets.json of what the last run of all suites took (`.ci/run` on a quiet machine).
import { readFileSync, writeFileSync } from 'node:fs';
import { budgetsPath } from '../test/support/jest/budgets.js';

const costs = new URL('../node_modules/.cache/posthorn/costs.json', import.meta.url);
writeFileSync(budgetsPath, readFileSync(costs, 'utf8'));
