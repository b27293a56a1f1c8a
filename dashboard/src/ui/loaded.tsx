import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ProblemNotice } from './problem-notice';

interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>;
  /** How many lines stand in for what is not there yet. */
  readonly lines?: number;
  readonly children: (data: Data) => ReactNode;
}

/** What a query gives; until then its outline; where it failed, why. What was there before a failure stays. */
export function Loaded<Data>({ query, lines = 3, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <ProblemNotice error={query.error} onRetry={() => void query.refetch()} />;
  return <Outline lines={lines} />;
}

export function Outline({ lines = 3 }: { readonly lines?: number }) {
  return (
    <Stack gap="sm" aria-busy="true" data-testid="outline">
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={line === 0 ? 20 : 36} width={line === 0 ? '40%' : '100%'} />
      ))}
    </Stack>
  );
}
