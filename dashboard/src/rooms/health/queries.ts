import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '../../api/operations';
import { read } from '../../api/reading';

export type Health = Answer<'GET /dashboard-api/health'>;

/** The server looks at most every 30 seconds, over all requests. */
export const healthQuery = queryOptions({ ...read('GET /dashboard-api/health'), refetchInterval: 60_000 });
