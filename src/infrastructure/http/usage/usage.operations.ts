import type { Operation } from '../openapi/operation.js';
import * as schemas from '../openapi/schemas.js';

export const usageOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/usage',
    summary: 'What the team has used, and what it may use',
    access: 'full',
    status: 200,
    answer: schemas.usage,
    errors: {},
  },
];
