import { suite } from './jest.config.js';

export default {
  ...suite('crash', ['crash']),
  testTimeout: 600_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/support/slowest-first.js',
};
