import { get, listErrors, type Operation, page, query } from '../openapi/operation.js';
import * as schemas from '../openapi/schemas.js';

const filters = [
  query(
    'status',
    { type: 'string', pattern: '^[1-5](xx|\\d\\d)$' },
    'A status such as `422`, or a class such as `4xx`.',
  ),
  query('method', { type: 'string', enum: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] }, 'The method.'),
  query('api_key_id', { type: 'string', format: 'uuid' }, 'Requests with this API key.'),
  query('since', { type: 'string', format: 'date-time' }, 'Came in then or later.'),
  query('until', { type: 'string', format: 'date-time' }, 'Came in before.'),
];

export const logOperations: readonly Operation[] = [
  {
    ...get('/logs', 'List API requests, newest first', schemas.logList, listErrors),
    parameters: [...page, ...filters],
  },
  get('/logs/{id}', 'Get an API request with what was sent and answered', schemas.log),
];
