import { projections } from '../../projections/registry.js';

export const every = projections;
