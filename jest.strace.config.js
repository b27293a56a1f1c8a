import { suite } from './jest.config.js';

export default { ...suite('strace', ['strace']), testTimeout: 120_000 };
