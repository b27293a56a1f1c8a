import { suite } from './jest.config.js';

export default { ...suite('postfix', ['postfix']), testTimeout: 120_000 };
