import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../api/client';
import type { Answers } from '../../api/generated';

export type Health = Answers['GET /dashboard-api/health'];

/** The server looks at most every 30 seconds, whoever asks. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => ask<Health>('GET', '/dashboard-api/health', { signal }),
  refetchInterval: 60_000,
});
