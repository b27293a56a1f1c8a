import { queryOptions } from '@tanstack/react-query';
import { call, setCsrfToken } from './client';
import { read } from './reading';

/* What more than one room reads. */

/** Who is signed in. Reading it makes its token the one that changes are sent with. */
export const sessionQuery = queryOptions({
  ...read('GET /dashboard-api/session'),
  queryFn: async ({ signal }) => {
    const session = await call('GET /dashboard-api/session', { signal });
    setCsrfToken(session.csrf_token);
    return session;
  },
});

export const signInOptionsQuery = queryOptions(read('GET /dashboard-api/sign-in-options'));

/** What the sign-in that was begun can be finished with. */
export const secondFactorQuery = queryOptions({
  ...read('GET /dashboard-api/sign-in/second-factor'),
  // The next sign-in may be of somebody else.
  gcTime: 0,
});

export const apiKeysQuery = queryOptions(read('GET /dashboard-api/api-keys'));
export const domainsQuery = queryOptions(read('GET /dashboard-api/domains', { query: { limit: 100 } }));
export const sessionsQuery = queryOptions(read('GET /dashboard-api/sessions'));
export const passkeysQuery = queryOptions(read('GET /dashboard-api/profile/passkeys'));
export const identitiesQuery = queryOptions(read('GET /dashboard-api/profile/identities'));
export const teamQuery = queryOptions(read('GET /dashboard-api/team'));
export const peopleQuery = queryOptions(read('GET /dashboard-api/people'));
export const invitationsQuery = queryOptions(read('GET /dashboard-api/invitations'));
export const installationQuery = queryOptions(read('GET /dashboard-api/installation'));

/** Whether mail leaves. Small, and the same for everybody: each page asks once a minute. */
export const statusQuery = queryOptions({ ...read('GET /dashboard-api/status'), refetchInterval: 60_000 });
