import type { Answer } from '../../../api/operations';

/** A broadcast with its content, as the page reads it. */
export type Broadcast = Answer<'GET /dashboard-api/broadcasts/{id}'>;

/** With an A/B test there are two contents; `a` is the broadcast itself. */
export type Variant = 'a' | 'b';
