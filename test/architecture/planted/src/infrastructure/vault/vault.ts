import { readConfig } from '../config/load.js';

export const vault = readConfig;
