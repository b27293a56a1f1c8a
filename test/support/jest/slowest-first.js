import TestSequencer from '@jest/test-sequencer';
import { relative } from 'node:path';
import { keyOf, readBudgets } from './budgets.js';

/** What is not known took less than a second, or is new. */
const unknownSeconds = 1;

/** By what the files took when the budgets were set: where a slow file is begun last, the other workers wait for it. */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const { files } = readBudgets();
    const secondsOf = ({ path, context }) => {
      const { displayName, rootDir } = context.config;
      return files[keyOf({ suite: displayName?.name ?? '', file: relative(rootDir, path) })]?.wall ?? unknownSeconds;
    };
    return [...tests].toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
