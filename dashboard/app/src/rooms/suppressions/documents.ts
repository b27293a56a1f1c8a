import type { Answers } from '../../api/generated';

export type Suppression = Answers['GET /dashboard-api/suppressions']['data'][number];
export type Scope = Suppression['scope'];
