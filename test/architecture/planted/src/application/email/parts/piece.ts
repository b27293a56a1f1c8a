import { value } from '../../../domain/shared/value.js';

export const piece = value;
