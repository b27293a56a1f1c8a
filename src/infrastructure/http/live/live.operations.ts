import { eventStream } from './change-stream.js';
import { get } from '../openapi/operation.js';

export const watchChanges = get({
  path: '/dashboard-api/live',
  summary: 'Stream changes as they happen',
  description:
    'The response is a stream of server-sent events. Each `change` event names what to read again, such as `{"subject":"emails"}`, at most once per second and ' +
    'subject. The stream ends when the session ends.',
  access: 'person',
  answer: undefined,
  mediaType: eventStream,
  errors: { 403: ['invalid_access'], 429: ['rate_limit_exceeded'] },
});
