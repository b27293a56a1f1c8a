import { suite } from './jest.config.js';

/** Of the suites over the embedded set, those that run over the shared engines too, word for word; `TEST_API=all`: each. */
const onBoth = process.env.TEST_API === 'all' ? ['*'] : ['emails', 'api-keys', 'client-methods', 'limits'];

/** Suites over servers that are installed apart; each says by name that it skips where its own is missing. */
export default {
  // Engines and servers share the cores of the machine with the suite.
  testTimeout: 240_000,
  maxWorkers: 2,
  projects: [
    suite('engines', ['engines']),
    {
      ...suite('api-on-shared-engines', []),
      testMatch: onBoth.map((name) => `<rootDir>/test/api/${name}.spec.ts`),
      setupFilesAfterEnv: ['<rootDir>/test/support/on-shared-engines.ts'],
    },
  ],
};
