import { endless } from '../../api/endless';
import type { Export } from './documents';

const whileRunningMs = 10_000;

/** Asked again only while a file is being made. */
export const exportsQuery = {
  ...endless<Export>('exports', '/dashboard-api/exports'),
  refetchInterval: ({
    state,
  }: {
    readonly state: { readonly data?: { readonly pages: readonly { readonly data: readonly Export[] }[] } | undefined };
  }) =>
    state.data?.pages.some(({ data }) => data.some((row) => row.state === 'running')) === true ? whileRunningMs : false,
} as const;
