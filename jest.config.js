import { availableParallelism } from 'node:os';
import { sharedInWorker } from './test/support/jest/shared-in-worker.js';
import { long, longEngines, patternsOf, rest } from './test/tiers.js';

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
export const suite = (name, folders, others = {}) => ({
  displayName: name,
  runner: '<rootDir>/test/support/jest/pooled-runner.js',
  testEnvironment: '<rootDir>/test/support/jest/one-realm.js',
  // Packages too.
  transformIgnorePatterns: [],
  globalSetup: '<rootDir>/test/support/before-run.js',
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
  ...others,
});

/** Suites that run over the embedded set otherwise, word for word over the shared engines. */
export const onSharedEngines = (files) =>
  suite('on-shared-engines', [], {
    testMatch: files.map((file) => `<rootDir>/test/${file}.spec.ts`),
    setupFilesAfterEnv: ['<rootDir>/test/support/on-shared-engines.ts'],
  });

const later = { testPathIgnorePatterns: patternsOf([...rest, ...long]) };
const onlyRest = new RegExp(patternsOf(rest).join('|')).source;
/** Every file but those of `rest` is ignored, and of these the long ones. */
const others = [`^(?!.*(?:${onlyRest}))`, ...patternsOf(long)];

export default {
  coverageProvider: 'v8',
  // A limit for what hangs; a slow machine must not fail a test.
  testTimeout: 240_000,
  // Each worker keeps a server busy beside it, and both of them wait for timers, disks and one another.
  maxWorkers: Math.max(3, Math.floor(availableParallelism() / 2)),
  testSequencer: '<rootDir>/test/support/jest/slowest-first.js',
  reporters: ['default', '<rootDir>/test/support/jest/cost-reporter.js'],
  projects: [
    suite('unit', ['domain', 'application', 'projections', 'architecture', 'unit']),
    suite('page', ['page'], { globalSetup: '<rootDir>/test/support/before-page.js' }),
    suite('contract', ['contracts'], later),
    suite('api', ['api']),
    suite('e2e', ['e2e'], later),
    suite('rest', ['contracts', 'e2e'], { testPathIgnorePatterns: others }),
    suite('strace', ['strace']),
    suite('python', ['python']),
    suite('adapters', ['adapters']),
    suite('go', ['go']),
    suite('crash', ['crash']),
    // Suites over servers that are installed apart; each says by name that it skips where its own is missing.
    suite('engines', ['engines'], { testPathIgnorePatterns: patternsOf(longEngines) }),
    // All suites of the API: npm run test:long.
    onSharedEngines(['api/emails', 'e2e/mx/routing']),
    suite('dashboard', ['dashboard'], {
      globalSetup: '<rootDir>/test/support/before-dashboard.js',
      globalTeardown: '<rootDir>/test/support/after-dashboard.js',
    }),
  ],
};
