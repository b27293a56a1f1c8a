import { readConfig } from './infrastructure/config/load.js';

readConfig();
