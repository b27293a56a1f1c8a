import { suite } from './jest.config.js';

export default {
  ...suite('dashboard', ['dashboard']),
  testTimeout: 120_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/support/slowest-first.js',
};
