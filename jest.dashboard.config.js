import { suite } from './jest.config.js';

export default {
  ...suite('dashboard', ['dashboard']),
  globalSetup: '<rootDir>/test/support/before-dashboard.js',
  globalTeardown: '<rootDir>/test/support/after-dashboard.js',
  testTimeout: 120_000,
  maxWorkers: 2,
  testSequencer: '<rootDir>/test/support/slowest-first.js',
};
