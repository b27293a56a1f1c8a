import fc from 'fast-check';

export const chance = fc;
