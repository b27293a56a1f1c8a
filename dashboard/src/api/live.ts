import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

/** What each subject of the server is called among the queries, besides by its own name. */
const alsoKnownAs: Readonly<Record<string, readonly string[]>> = {
  emails: ['queue'],
  people: ['team', 'session'],
};

/**
 * While the page is looked at, what changes on the server is read again at once. A page behind others holds no connection: over
 * HTTP/1.1 a browser opens six to one server, for all of its pages together.
 */
export function useLiveChanges(teamId: string | null): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (teamId === null) return;
    let source: EventSource | null = null;
    const follow = (): void => {
      source?.close();
      source = document.visibilityState === 'visible' ? open(queryClient) : null;
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      source?.close();
    };
  }, [queryClient, teamId]);
}

function open(queryClient: QueryClient): EventSource {
  const source = new EventSource('/dashboard-api/live');
  let wasOpen = false;
  source.addEventListener('open', () => {
    // What changed while there was no connection was not heard of.
    if (wasOpen) void queryClient.invalidateQueries({ predicate: isRefreshed });
    wasOpen = true;
  });
  source.addEventListener('change', ({ data }: MessageEvent<string>) => {
    // The server and the page are of one build.
    const { subject } = JSON.parse(data) as { readonly subject: string };
    const names = [subject, ...(alsoKnownAs[subject] ?? [])];
    void queryClient.invalidateQueries({
      predicate: (query) => isRefreshed(query) && names.includes(String(query.queryKey[0])),
    });
  });
  return source;
}

/** The rows of an endless list stay where they are under the reader's eye: its room says what is new. */
const isRefreshed = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[1] !== 'list';
