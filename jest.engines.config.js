import { suite } from './jest.config.js';

/** Suites that run over the embedded set otherwise, word for word over the shared engines. */
export const onSharedEngines = (files) => ({
  ...suite('on-shared-engines', []),
  testMatch: files.map((file) => `<rootDir>/test/${file}.spec.ts`),
  setupFilesAfterEnv: ['<rootDir>/test/support/on-shared-engines.ts'],
});

/**
 * They wait for terms of leases, and for engines that say nothing: minutes in which a machine has nothing to do.
 * `npm run test:long` runs them, and domains, whose keys are rotated under load.
 */
const waiting = [
  'distributed/(frozen|start|swallowed|webhooks|workers)',
  'eventstoredb-hangs',
  'redis-(queue-outages|swallowed)',
  'domains',
].map((name) => `/test/engines/${name}\\.spec\\.ts$`);

/** Suites over servers that are installed apart; each says by name that it skips where its own is missing. */
export default {
  // Engines and servers share the cores of the machine with the suite.
  testTimeout: 240_000,
  // Each begins with up to six processes: more at once keep one another from an engine's answer on two cores.
  maxWorkers: 2,
  // A file that failed as it began may have left a process behind.
  forceExit: true,
  testSequencer: '<rootDir>/test/support/slowest-first.js',
  projects: [
    // All suites of the API: npm run test:long.
    { ...suite('engines', ['engines']), testPathIgnorePatterns: waiting },
    onSharedEngines(['api/emails', 'e2e/mx/routing']),
  ],
};
