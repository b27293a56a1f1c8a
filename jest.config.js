import { availableParallelism } from 'node:os';
import { sharedInWorker } from './test/support/jest/shared-in-worker.js';

const transform = {
  ...sharedInWorker(import.meta.dirname),
  '^.+\\.tsx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', decorators: true },
        transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        target: 'es2022',
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    },
  ],
};

/** One kind of suite: its folders run on their own with `npm run test:<name>`. */
export const suite = (name, folders) => ({
  displayName: name,
  testEnvironment: '<rootDir>/test/support/jest/one-realm.js',
  // Packages too.
  transformIgnorePatterns: [],
  globalSetup: '<rootDir>/test/support/make-templates-folder.js',
  globalTeardown: '<rootDir>/test/support/after-run.js',
  roots: ['<rootDir>/test'],
  testMatch: folders.map((folder) => `<rootDir>/test/${folder}/**/*.spec.ts`),
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // As a module it is a file for each of 6,000 icons.
    '^@tabler/icons-react$': '<rootDir>/node_modules/@tabler/icons-react/dist/cjs/tabler-icons-react.cjs',
  },
  transform,
});

export default {
  coverageProvider: 'v8',
  // A limit for what hangs; a slow machine must not fail a test.
  testTimeout: 240_000,
  // Each worker keeps a server busy beside it, and both of them wait for timers, disks and one another.
  maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
  testSequencer: '<rootDir>/test/support/slowest-first.js',
  projects: [
    suite('unit', ['domain', 'application', 'projections', 'architecture', 'unit']),
    suite('contract', ['contracts']),
    suite('api', ['api']),
    suite('e2e', ['e2e']),
  ],
};
