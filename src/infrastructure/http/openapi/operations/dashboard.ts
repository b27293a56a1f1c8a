import { get, id, type Operation, query } from '../operation.js';
import * as schemas from '../schemas.js';

export const dashboardOperations: readonly Operation[] = [
  {
    ...get('/dashboard-api/status', 'What an operator must know before trusting that mail leaves', schemas.status, {}),
    parameters: [],
  },
  get('/dashboard-api/emails/{id}/timeline', 'What happened to an email, oldest first', schemas.timeline),
  {
    ...get(
      '/dashboard-api/emails/{id}/history',
      'What happened to an email, who did it and why, and how it stood',
      schemas.emailHistory,
      { 404: ['not_found'], 422: ['invalid_parameter', 'validation_error'] },
    ),
    parameters: [
      id,
      query(
        'at',
        { type: 'string', format: 'date-time' },
        'Up to then, and how it stood then; the present when left out.',
      ),
    ],
  },
  get('/dashboard-api/emails/{id}/captured', 'What the built-in catcher received of an email', schemas.capturedList),
];
