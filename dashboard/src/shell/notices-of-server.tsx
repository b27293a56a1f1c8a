import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useOlderThanServer } from '../api/build';
import { statusQuery } from '../api/queries';

/** Loaded where there is one to show, which is seldom. */
const ServerNotices = lazy(() => import('./server-notices'));

/**
 * Above every room: nothing is sent since a restore; the server serves a newer page. Without an answer it says nothing.
 */
export function NoticesOfServer() {
  const { data } = useQuery(statusQuery);
  const isOlder = useOlderThanServer();
  const isHeld = data?.delivery?.state === 'held';
  if (!isHeld && !isOlder) return null;
  return (
    <Suspense>
      <ServerNotices isHeld={isHeld} heldSince={data?.delivery?.held_since ?? null} isOlder={isOlder} />
    </Suspense>
  );
}
