import { suite } from './jest.config.js';

export default { ...suite('dashboard', ['dashboard']), testTimeout: 120_000, maxWorkers: 2 };
