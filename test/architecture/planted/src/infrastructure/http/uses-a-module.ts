import { start } from '../../app.module.js';

export const restart = start;
