import { value } from '../../domain/shared/value.js';

export const age = (): number => Date.now() - value;
