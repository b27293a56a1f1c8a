import { readConfig } from '../../config/load.js';
import { encode } from '../codec.js';

export const open = () => [readConfig, encode];
