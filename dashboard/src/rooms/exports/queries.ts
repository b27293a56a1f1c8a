import { type Listed, pages } from '../../api/reading';
import type { Export } from './export-rows';

const whileRunningMs = 10_000;

/** Asked again only while a file is being made. */
export const exportsQuery = {
  ...pages('GET /dashboard-api/exports'),
  refetchInterval: ({ state }: Listed<Export>) =>
    state.data?.pages.some(({ data }) => data.some((row) => row.state === 'running')) === true ? whileRunningMs : false,
} as const;
