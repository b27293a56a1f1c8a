import { canonical } from './canonical.js';

export const encode = canonical;
