import config, { onSharedEngines, suite } from './jest.config.js';
import { long } from './test/tiers.js';

// Outages in their long form, and more mails while processes are killed.
process.env['OUTAGE_SECONDS'] ??= '30';
process.env['OUTAGES'] ??= 'all';
process.env['DISTRIBUTED_MAILS'] ??= '5000';
process.env['FROZEN_SECONDS'] ??= '60';
// Of an engine that hangs, each way.
process.env['HANGING_RUNS'] ??= '20';
// Properties look for other cases at each run, and for more of them.
process.env['PROPERTY_SEED'] ??= 'random';
process.env['PROPERTY_RUNS'] ??= 'all';

/** What takes too long for every change: run when what it is about has changed. Its last result stands in docs/testing.md. */
export default {
  testTimeout: 1_800_000,
  maxWorkers: 1,
  projects: [
    suite('long', ['long']),
    // What the suites stand on: run when it has changed.
    suite('doubles', ['doubles']),
    suite('postfix', ['postfix']),
    suite('long-servers', [], { testMatch: long.map((name) => `<rootDir>/test/${name}.spec.ts`) }),
    suite('long-engines', ['engines']),
    onSharedEngines(['api/*', 'e2e/mx/routing', 'e2e/mx/starvation', 'e2e/mx/suppressions']),
    ...config.projects.filter(({ displayName }) => displayName === 'unit'),
  ],
};
