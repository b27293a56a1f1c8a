import { suite } from './jest.config.js';

export default { ...suite('crash', ['crash']), testTimeout: 600_000 };
