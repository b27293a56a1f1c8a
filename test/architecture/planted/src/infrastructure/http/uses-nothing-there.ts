import { nothing } from './nothing.js';

export const something = nothing;
