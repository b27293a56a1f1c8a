import { command, query } from '../access/use-case.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Role } from '../../domain/team/events.js';
import { asksForCode } from '../../domain/user/credentials.js';
import { isInForce } from '../../domain/session/session.js';
import { sessionsProjection, type SessionDocument } from '../../projections/people/people.projections.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { type PersonContext, type PeopleServices, provenance } from './people-services.js';
import { canCreateTeams, type TeamCreationServices } from './team-creation.js';
import type { People } from './people.js';
import { teamsOf } from './sessions.js';

type Services = Pick<PeopleServices, 'people'>;
type GetSessionServices = Omit<TeamCreationServices, 'teamOwners'>;

/** GET /dashboard-api/session */
export interface GetSession {
  readonly by: PersonContext;
}

export interface SessionView {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly addressProven: boolean;
  readonly hasPassword: boolean;
  readonly hasTotp: boolean;
  /** How many. */
  readonly passkeys: number;
  readonly teams: readonly TeamOfPerson[];
  readonly canCreateTeams: boolean;
  readonly csrfToken: string;
}

export interface TeamOfPerson {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export const GetSession = query({
  name: 'GetSession',
  need: 'enrolling',
  run: (services: GetSessionServices, { by }: GetSession): Promise<SessionView | Erased> => getSession(services, by),
});

/** The person who asks was erased. */
export interface Erased {
  readonly refused: 'erased';
}

async function getSession(
  services: GetSessionServices,
  { userId, sessionId }: PersonContext,
): Promise<SessionView | Erased> {
  const { people } = services;
  const { state } = await people.openUser(userId);
  const profile = state.status === 'none' ? undefined : reveal(state.profile);
  if (state.status === 'none' || profile === undefined) return { refused: 'erased' };
  const teams = await rolesOf(people, userId);
  const csrfToken = people.csrfToken(sessionId);
  const { credentials, password, addressProven } = state;
  const hasTotp = asksForCode(credentials);
  const passkeys = credentials.passkeys.size;
  const mayCreate = addressProven && (await canCreateTeams(services, userId));
  const shown = { addressProven, hasPassword: password !== null, hasTotp, passkeys, teams, csrfToken };
  return { userId, ...profile, ...shown, canCreateTeams: mayCreate };
}

/** The person's teams, by name. */
export async function rolesOf(people: People, userId: string): Promise<readonly TeamOfPerson[]> {
  const teamIds = await teamsOf(people, userId);
  const teams = await Promise.all(
    teamIds.map(async (id) => {
      const team = await people.team(id);
      const role = team.status === 'active' ? team.members.get(userId)?.role : undefined;
      return team.status === 'active' && role !== undefined ? [{ id, name: team.name, role }] : [];
    }),
  );
  return teams.flat().sort((one, other) => one.name.localeCompare(other.name));
}

/** GET /dashboard-api/sessions */
export interface ListSessions {
  readonly userId: string;
}

export const ListSessions = query({
  name: 'ListSessions',
  need: 'enrolling',
  run: (services: Services, { userId }: ListSessions): Promise<readonly SessionDocument[]> =>
    openSessionsOf(services.people, userId),
});

const mostListed = 1_000;

/** Those in force, newest first. */
export async function openSessionsOf(people: People, userId: string): Promise<readonly SessionDocument[]> {
  const { readStore, ownWrites, clock } = people.ports;
  await ownWrites.settled(userId, sessionsProjection.name);
  const user = await people.user(userId);
  const page = { equals: { userId }, orderBy: 'startedAt', direction: 'desc', limit: mostListed } as const;
  const { documents } = await readStore.list(sessionsProjection, page);
  const current = await Promise.all(
    documents.map(async ({ document }) => {
      const shown = document;
      const state = await people.session(shown.id);
      const isOpen = state.status === 'open' && isInForce(state, clock.now());
      return isOpen && user.status === 'active' && user.epoch === shown.epoch ? [shown] : [];
    }),
  );
  return current.flat();
}

/** POST /dashboard-api/sign-out, DELETE /dashboard-api/sessions/{id} */
export interface EndSession {
  readonly by: PersonContext;
  readonly sessionId: string;
}
type EndSessionResult = { readonly id: string } | { readonly refused: 'not-found' } | Unavailable;

export const EndSession = command({
  name: 'EndSession',
  need: 'enrolling',
  proof: ({ by, sessionId }) => (sessionId === by.sessionId ? 'none' : 'recent'),
  run: async (services: Services, { by, sessionId }: EndSession): Promise<EndSessionResult> => {
    const { people } = services;
    const state = await people.session(sessionId);
    // Another person's is as one that does not exist.
    if (state.status !== 'open' || state.session.userId !== by.userId) return { refused: 'not-found' };
    const why = sessionId === by.sessionId ? 'signed-out' : 'ended';
    const of = { sessionId, userId: by.userId };
    const handled = await people.writeSession(provenance(by), of, { type: 'EndSession', why });
    return 'refused' in handled ? unavailable : { id: sessionId };
  },
});

/** POST /dashboard-api/sessions/end-all */
export interface EndAllSessions {
  readonly by: PersonContext;
}
type EndAllSessionsResult = { readonly ended: number } | Unavailable;

export const EndAllSessions = command({
  name: 'EndAllSessions',
  need: 'oneself',
  proof: 'recent',
  run: async (services: Services, { by }: EndAllSessions): Promise<EndAllSessionsResult> => {
    const { people } = services;
    const { length } = await openSessionsOf(people, by.userId);
    const handled = await people.writeUser(provenance(by), by.userId, { type: 'EndSessions' });
    return 'refused' in handled ? unavailable : { ended: length };
  },
});

/** POST /dashboard-api/session/team */
export interface SwitchTeam {
  readonly by: PersonContext;
  readonly teamId: string;
}
type SwitchTeamResult = { readonly id: string } | { readonly refused: 'not-found' } | Unavailable;

export const SwitchTeam = command({
  name: 'SwitchTeam',
  need: 'enrolling',
  proof: 'none',
  run: async (services: Services, { by, teamId }: SwitchTeam): Promise<SwitchTeamResult> => {
    const { people } = services;
    const team = await people.team(teamId);
    if (team.status !== 'active' || !team.members.has(by.userId)) return { refused: 'not-found' };
    const handled = await people.writeSession(provenance(by), by, { type: 'SwitchTeam', teamId });
    return 'refused' in handled ? unavailable : { id: teamId };
  },
});
