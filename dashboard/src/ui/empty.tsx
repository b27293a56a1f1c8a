import { lazy, Suspense } from 'react';
import type { EmptyProps } from './empty-state';

const LoadedEmpty = lazy(() => import('./empty-state'));

/** A list without rows: what would be here, and how the first one is made. Most lists have some. */
export function Empty(props: EmptyProps) {
  return (
    <Suspense>
      <LoadedEmpty {...props} />
    </Suspense>
  );
}
