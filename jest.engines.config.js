import { suite } from './jest.config.js';

/** Suites over servers that are installed apart; each says by name that it skips where its own is missing. */
export default { ...suite('engines', ['engines']), testTimeout: 120_000, maxWorkers: 1 };
