import { get, type Operation } from '../operation.js';
import * as schemas from '../schemas.js';

export const dashboardOperations: readonly Operation[] = [
  get('/dashboard-api/emails/{id}/timeline', 'What happened to an email, oldest first', schemas.timeline),
  get('/dashboard-api/emails/{id}/captured', 'What the built-in catcher received of an email', schemas.capturedList),
];
