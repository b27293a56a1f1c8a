import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { eventsOf } from './client';
import { once, type Reading } from './reading';

/** What is read again when the server says that a subject has changed. */
const readOf: Readonly<Record<string, readonly Reading[]>> = {
  emails: ['GET /dashboard-api/emails', 'GET /dashboard-api/emails/{id}/overview', 'GET /dashboard-api/queue'],
  domains: [
    'GET /dashboard-api/domains',
    'GET /dashboard-api/domains/{id}/findings',
    'GET /dashboard-api/domains/{id}/dmarc',
  ],
  suppressions: ['GET /dashboard-api/suppressions/{suppression}'],
  webhooks: [
    'GET /dashboard-api/webhooks/{id}',
    'GET /dashboard-api/webhooks/{id}/standing',
    'GET /dashboard-api/webhooks/{id}/events/{event_id}',
    'GET /dashboard-api/webhooks/{id}/replays',
  ],
  'api-keys': ['GET /dashboard-api/api-keys'],
  people: ['GET /dashboard-api/people', 'GET /dashboard-api/team', 'GET /dashboard-api/session'],
  invitations: ['GET /dashboard-api/invitations'],
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
    for (const name of readOf[subject] ?? []) void queryClient.invalidateQueries(once(name));
  });
  return source;
}

/** The rows of a list that goes on stay where they are under the reader's eye: its room says what is new. */
const isRefreshed = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean => queryKey[1] !== 'pages';
