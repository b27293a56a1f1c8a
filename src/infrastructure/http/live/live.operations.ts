import { eventStream } from './change-stream.js';
import { get } from '../openapi/operation.js';

export const watchChanges = get({
  path: '/dashboard-api/live',
  summary: 'What changes, as it happens',
  description:
    'Server-sent events. Each `change` names what to read again, such as `{"subject":"emails"}`, at most once a second for each ' +
    'subject. The stream ends with the session.',
  access: 'person',
  answer: undefined,
  mediaType: eventStream,
  errors: { 403: ['invalid_access'], 429: ['rate_limit_exceeded'] },
});
