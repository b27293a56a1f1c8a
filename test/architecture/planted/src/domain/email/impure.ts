import { value } from '../shared/value.js';

export const parsed = new Date(value);
export const now = new Date();
export const alsoNow = Date.now();
export const text = Date();
export const ticks = performance.now();
export const chance = Math.random();
export const id = crypto.randomUUID();
export const environment = process.env;
export const log = console.log;
export const page = fetch;
export const later = setTimeout;
