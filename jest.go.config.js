import { suite } from './jest.config.js';

export default { ...suite('go', ['go']), testTimeout: 60_000 };
