import { value } from '../../domain/shared/value.js';

export const name = String(value);
