import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { eventsOf } from './client';
import { once, type Reading } from './reading';

/** By subject of the server: what is read again when it has changed. */
export type LiveReads = Readonly<Record<string, readonly Reading[]>>;

interface Live {
  readonly live?: LiveReads;
}

/**
 * While the page is looked at, what changes on the server is read again at once. A page behind others holds no
 * connection: over HTTP/1.1 a browser opens six to one server, for all of its pages together. Each of `rooms` says what
 * that is.
 */
export function useLiveChanges(teamId: string | null, rooms: readonly Live[]): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (teamId === null) return;
    let source: EventSource | null = null;
    const follow = (): void => {
      source?.close();
      source = document.visibilityState === 'visible' ? open(queryClient, rooms) : null;
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      source?.close();
    };
  }, [queryClient, teamId, rooms]);
}

function open(queryClient: QueryClient, rooms: readonly Live[]): EventSource {
  const source = eventsOf('GET /dashboard-api/live');
  let wasOpen = false;
  source.addEventListener('open', () => {
    // What changed while there was no connection was not heard of.
    if (wasOpen) void queryClient.invalidateQueries({ predicate: isRefreshed });
    wasOpen = true;
  });
  source.addEventListener('change', ({ data }: MessageEvent<string>) => {
    // The server and the page are of one build.
    const { subject } = JSON.parse(data) as { readonly subject: string };
    const names = rooms.flatMap(({ live }) => live?.[subject] ?? []);
    for (const name of names) void queryClient.invalidateQueries(once(name));
  });
  return source;
}

/** The rows of a list that goes on stay where they are under the reader's eye: its room says what is new. */
const isRefreshed = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[1] !== 'pages';
