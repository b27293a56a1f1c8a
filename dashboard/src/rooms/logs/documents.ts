import type { Answer } from '../../api/operations';

export type Log = Answer<'GET /dashboard-api/logs/{id}'>;
export type LogRow = Answer<'GET /dashboard-api/logs'>['data'][number];
