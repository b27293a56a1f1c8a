import { value } from '../../domain/shared/value.js';

export const shape = { name: 'emails', version: value };
