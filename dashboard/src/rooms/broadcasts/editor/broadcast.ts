import type { Answer } from '../../../api/operations';

/** A broadcast with its content, as the page reads it. */
export type Broadcast = Answer<'GET /dashboard-api/broadcasts/{id}'>;
