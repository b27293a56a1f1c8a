import { value } from '../../domain/shared/value.js';

export const doubled = value * 2;
