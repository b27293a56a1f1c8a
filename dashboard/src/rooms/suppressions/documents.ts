import type { Answer } from '../../api/operations';

export type Suppression = Answer<'GET /dashboard-api/suppressions'>['data'][number];
export type Scope = Suppression['scope'];
