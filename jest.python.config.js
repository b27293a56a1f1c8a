import { suite } from './jest.config.js';

export default { ...suite('python', ['python']), testTimeout: 60_000 };
