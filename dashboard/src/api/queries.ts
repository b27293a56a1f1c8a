import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ask, setCsrfToken } from './client';
import type {
  AccessEvent,
  ApiKey,
  Domain,
  Identity,
  Installation,
  Invitation,
  List,
  Passkey,
  Person,
  SecondFactor,
  Session,
  SessionRow,
  SignInOptions,
  Status,
  Team,
} from './documents';

/* What the rooms read: each with the key that it is kept under. */

const own = '/dashboard-api';
const read = <Document>(path: string) => ({
  queryFn: ({ signal }: { signal: AbortSignal }) => ask<Document>('GET', path, { signal }),
});

/** Who is signed in. Reading it makes its token the one that changes are sent with. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const session = await ask<Session>('GET', `${own}/session`, { signal });
    setCsrfToken(session.csrf_token);
    return session;
  },
});

export const signInOptionsQuery = queryOptions({
  queryKey: ['sign-in-options'],
  ...read<SignInOptions>(`${own}/sign-in-options`),
});

/** What the sign-in that was begun can be finished with. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  ...read<SecondFactor>(`${own}/sign-in/second-factor`),
  // The next sign-in may be of somebody else.
  gcTime: 0,
});

export const apiKeysQuery = queryOptions({ queryKey: ['api-keys'], ...read<List<ApiKey>>(`${own}/api-keys`) });
export const domainsQuery = queryOptions({ queryKey: ['domains'], ...read<List<Domain>>(`${own}/domains?limit=100`) });
export const sessionsQuery = queryOptions({ queryKey: ['sessions'], ...read<List<SessionRow>>(`${own}/sessions`) });
export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  ...read<List<Passkey>>(`${own}/profile/passkeys`),
});
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  ...read<List<Identity>>(`${own}/profile/identities`),
});
export const teamQuery = queryOptions({ queryKey: ['team'], ...read<Team>(`${own}/team`) });
export const peopleQuery = queryOptions({ queryKey: ['people'], ...read<List<Person>>(`${own}/people`) });
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  ...read<List<Invitation>>(`${own}/invitations`),
});
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  ...read<Installation>(`${own}/installation`),
});

/** Whether mail leaves. Small, and the same for everybody: each page asks once a minute. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  ...read<Status>(`${own}/status`),
  refetchInterval: 60_000,
});

const auditPageSize = 50;

export const accessAuditQuery = infiniteQueryOptions({
  queryKey: ['access-audit'],
  initialPageParam: null as string | null,
  queryFn: ({ pageParam, signal }) => {
    const after = pageParam === null ? '' : `&after=${encodeURIComponent(pageParam)}`;
    return ask<List<AccessEvent>>('GET', `${own}/access-audit?limit=${auditPageSize}${after}`, { signal });
  },
  getNextPageParam: (page) => (page.has_more ? (page.data.at(-1)?.id ?? null) : null),
});
