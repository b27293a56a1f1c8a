import { start } from '../../programs/start.js';

export const restart = start;
