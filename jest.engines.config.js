import { suite } from './jest.config.js';

/** Of the suites over the embedded set, those that run over the shared engines too, word for word; `TEST_API=all`: each of the API. */
const api = process.env.TEST_API === 'all' ? ['*'] : ['emails', 'api-keys', 'client-methods', 'limits'];
const mx = ['routing', 'starvation', 'suppressions'];
const onBoth = [...api.map((name) => `api/${name}`), ...mx.map((name) => `e2e/mx/${name}`)];

/** Suites over servers that are installed apart; each says by name that it skips where its own is missing. */
export default {
  // Engines and servers share the cores of the machine with the suite.
  testTimeout: 240_000,
  // They wait for leases, outages and retries for half of their time, also where there are two cores.
  maxWorkers: 3,
  testSequencer: '<rootDir>/test/support/slowest-first.js',
  projects: [
    suite('engines', ['engines']),
    {
      ...suite('on-shared-engines', []),
      testMatch: onBoth.map((name) => `<rootDir>/test/${name}.spec.ts`),
      setupFilesAfterEnv: ['<rootDir>/test/support/on-shared-engines.ts'],
    },
  ],
};
