import { command, query } from '../access/use-case.js';
import type { Role, SecurityPolicy } from '../../domain/team/events.js';
import { asksForCode } from '../../domain/user/credentials.js';
import type { TeamCommand } from '../../domain/team/team.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { atOnce } from '../shared/fair-semaphore.js';
import { profileOf } from './accounts.js';
import { isAddressProven } from './address-proof.js';
import { type PersonContext, orUnavailable, type PeopleServices, provenance, teamOf } from './people-services.js';
import { openSessionsOf } from './own-sessions.js';
import type { People } from './people.js';
import { createTeam, type CreateTeamResult, type TeamCreationServices } from './team-creation.js';

type Services = Pick<PeopleServices, 'people' | 'domains' | 'identityProviders' | 'inTurn'>;

/** POST /dashboard-api/teams: the person who makes a team becomes its admin. */
export interface CreateTeam {
  readonly by: PersonContext;
  readonly name: string;
}

export const CreateTeam = command({
  name: 'CreateTeam',
  need: 'oneself',
  proof: 'none',
  run: (services: TeamCreationServices, { by, name }: CreateTeam): Promise<CreateTeamResult> =>
    orUnavailable(() => createTeam(services, by, name)),
});

/** GET /dashboard-api/team */
export interface GetTeam {
  readonly teamId: string;
}
export interface TeamView extends SecurityPolicy {
  readonly id: string;
  readonly name: string;
}

export const GetTeam = query({
  name: 'GetTeam',
  need: 'person',
  run: (services: Services, { teamId }: GetTeam): Promise<TeamView | undefined> => viewOf(services.people, teamId),
});

async function viewOf(people: People, teamId: string): Promise<TeamView | undefined> {
  const team = await people.team(teamId);
  return team.status === 'none' ? undefined : { id: teamId, name: team.name, ...team.policy };
}

/** PATCH /dashboard-api/team: what is absent stays. */
export interface ChangeTeam {
  readonly by: PersonContext;
  readonly name: string | undefined;
  readonly policy: Partial<SecurityPolicy>;
}
type ChangeTeamResult = TeamView | { readonly refused: 'sso-impossible' } | Unavailable;

export const ChangeTeam = command({
  name: 'ChangeTeam',
  need: 'person admin',
  proof: /* How everybody in the team gets in; its name asks for nothing. */ ({ policy }) =>
    Object.keys(policy).length > 0 ? 'recent' : 'none',
  run: async (services: Services, { by, name, policy }: ChangeTeam): Promise<ChangeTeamResult> => {
    const { people } = services;
    const teamId = teamOf(by);
    if (policy.sso != null && !(await canPrescribe(services, teamId, policy.sso))) {
      return { refused: 'sso-impossible' };
    }
    const changes: readonly TeamCommand[] = [
      ...(name === undefined ? [] : [{ type: 'RenameTeam', name } as const]),
      ...(Object.keys(policy).length === 0 ? [] : [{ type: 'ChangeSecurityPolicy', policy } as const]),
    ];
    for (const change of changes) {
      if ('refused' in (await people.writeTeam(provenance(by), teamId, change))) return unavailable;
    }
    return (await viewOf(people, teamId)) ?? unavailable;
  },
});

/** A provider that the operator has configured, and a domain that the team has proven to be its own. */
async function canPrescribe(
  { domains, identityProviders }: Services,
  teamId: string,
  { provider, domainId }: NonNullable<SecurityPolicy['sso']>,
): Promise<boolean> {
  if (!identityProviders.list.some(({ id }) => id === provider)) return false;
  const state = await domains.state(teamId, domainId);
  if (state === undefined || state.domain.origin === 'sandbox') return false;
  return (await domains.verified(teamId, state.domain.name))?.domainId === domainId;
}

/** GET /dashboard-api/people */
export interface ListPeople {
  readonly teamId: string;
}
interface PersonView {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** An authenticator app, or a passkey. */
  readonly secondFactor: boolean;
  /**
   * False when the person joined by a link that was handed over, and has shown nothing that was sent to the address.
   */
  readonly addressProven: boolean;
  /** ISO 8601. */
  readonly joinedAt: string;
  /** ISO 8601; null: signed in nowhere. */
  readonly lastSeenAt: string | null;
}

export const ListPeople = query({
  name: 'ListPeople',
  need: 'person',
  run: (services: Services, { teamId }: ListPeople): Promise<readonly PersonView[]> => listPeople(services, teamId),
});

/** Those who were erased are still members, without a name and an address. */
async function listPeople(
  { people, inTurn = atOnce }: Pick<Services, 'people' | 'inTurn'>,
  teamId: string,
): Promise<readonly PersonView[]> {
  const team = await people.team(teamId);
  if (team.status === 'none') return [];
  const views: PersonView[] = [];
  // Each member is several streams and up to a hundred sessions.
  for (const [id, member] of team.members) views.push(await inTurn(teamId, () => personView(people, id, member)));
  return views;
}

async function personView(
  people: People,
  id: string,
  { role, joinedAt }: Pick<PersonView, 'role' | 'joinedAt'>,
): Promise<PersonView> {
  const [profile, sessions] = await Promise.all([profileOf(people, id), openSessionsOf(people, id)]);
  const user = await people.user(id);
  const secondFactor = user.status !== 'none' && (asksForCode(user.credentials) || user.credentials.passkeys.size > 0);
  const lastSeenAt = sessions.map((each) => each.lastSeenAt).reduce<string | null>(latest, null);
  const { email = '', name = '' } = profile ?? {};
  const addressProven = user.status === 'none' || user.addressProven;
  return { id, email, name, role, secondFactor, addressProven, joinedAt, lastSeenAt };
}

const latest = (one: string | null, other: string): string => (one !== null && one > other ? one : other);

/** PATCH and DELETE /dashboard-api/people/{id}. `role` null: the person leaves the team. */
export interface ChangeMember {
  readonly by: PersonContext;
  readonly userId: string;
  readonly role: Role | null;
}
type ChangeMemberResult =
  | { readonly id: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'last-admin' }
  | { readonly refused: 'member-unproven' }
  | Unavailable;

export const ChangeMember = command({
  name: 'ChangeMember',
  need: 'person admin',
  proof: 'none',
  run: async (services: Services, { by, userId, role }: ChangeMember): Promise<ChangeMemberResult> => {
    const { people } = services;
    if (role === 'admin' && (await people.user(userId)).status !== 'none' && !(await isAddressProven(people, userId))) {
      return { refused: 'member-unproven' };
    }
    const command: TeamCommand =
      role === null ? { type: 'RemoveMember', userId } : { type: 'ChangeMemberRole', userId, role };
    const handled = await people.writeTeam(provenance(by), teamOf(by), command);
    if (!('refused' in handled)) return { id: userId };
    if (handled.refused === 'last-admin') return { refused: 'last-admin' };
    return handled.refused === 'unavailable' ? unavailable : { refused: 'not-found' };
  },
});
