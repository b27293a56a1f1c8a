import type { Answers } from '../../api/generated';

export type Log = Answers['GET /dashboard-api/logs/{id}'];
export type LogRow = Answers['GET /dashboard-api/logs']['data'][number];
