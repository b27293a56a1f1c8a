import { suite } from './jest.config.js';

export default { ...suite('dashboard', ['dashboard']), testTimeout: 60_000 };
