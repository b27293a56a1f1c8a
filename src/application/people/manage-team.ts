import { Command, CommandHandler, type ICommandHandler, type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Role, SecurityPolicy } from '../../domain/team/events.js';
import { asksForCode } from '../../domain/user/credentials.js';
import type { TeamCommand } from '../../domain/team/team.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { atOnce } from '../shared/fair-turns.js';
import { profileOf } from './accounts.js';
import { isAddressProven } from './address-proof.js';
import { type Asking, orUnavailable, type PeopleServices, provenance, teamOf } from './asking.js';
import { openSessionsOf } from './own-sessions.js';
import type { People } from './people.js';
import { createTeam, type CreateTeamResult, type TeamCreationServices } from './team-creation.js';

type Services = Pick<PeopleServices, 'people' | 'domains' | 'identityProviders' | 'inTurn'>;

/** POST /dashboard-api/teams: the person who makes a team becomes its admin. */
export class CreateTeamCommand extends Command<CreateTeamResult> {
  constructor(
    readonly by: Asking,
    readonly name: string,
  ) {
    super();
  }
}

@CommandHandler(CreateTeamCommand)
export class CreateTeamHandler implements ICommandHandler<CreateTeamCommand> {
  constructor(private readonly services: TeamCreationServices) {}

  execute({ by, name }: CreateTeamCommand): Promise<CreateTeamResult> {
    return orUnavailable(() => createTeam(this.services, by, name));
  }
}

/** GET /dashboard-api/team */
export class GetTeamQuery extends Query<TeamView | undefined> {
  constructor(readonly teamId: string) {
    super();
  }
}
export interface TeamView extends SecurityPolicy {
  readonly id: string;
  readonly name: string;
}

@QueryHandler(GetTeamQuery)
export class GetTeamHandler implements IQueryHandler<GetTeamQuery> {
  constructor(private readonly services: Services) {}

  execute({ teamId }: GetTeamQuery): Promise<TeamView | undefined> {
    return viewOf(this.services.people, teamId);
  }
}

async function viewOf(people: People, teamId: string): Promise<TeamView | undefined> {
  const team = await people.team(teamId);
  return team.status === 'none' ? undefined : { id: teamId, name: team.name, ...team.policy };
}

/** PATCH /dashboard-api/team: what is absent stays. */
export class ChangeTeamCommand extends Command<ChangeTeamResult> {
  constructor(
    readonly by: Asking,
    readonly name: string | undefined,
    readonly policy: Partial<SecurityPolicy>,
  ) {
    super();
  }
}
export type ChangeTeamResult = TeamView | { readonly refused: 'sso-impossible' } | Unavailable;

@CommandHandler(ChangeTeamCommand)
export class ChangeTeamHandler implements ICommandHandler<ChangeTeamCommand> {
  constructor(private readonly services: Services) {}

  async execute({ by, name, policy }: ChangeTeamCommand): Promise<ChangeTeamResult> {
    const { people } = this.services;
    const teamId = teamOf(by);
    if (policy.sso != null && !(await canPrescribe(this.services, teamId, policy.sso))) {
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
  }
}

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
export class ListPeopleQuery extends Query<readonly PersonView[]> {
  constructor(readonly teamId: string) {
    super();
  }
}
export interface PersonView {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** An authenticator app, or a passkey. */
  readonly secondFactor: boolean;
  /** False: the person joined by a link that was handed over, and has shown nothing that was sent to the address. */
  readonly addressProven: boolean;
  /** ISO 8601. */
  readonly joinedAt: string;
  /** ISO 8601; null: signed in nowhere. */
  readonly lastSeenAt: string | null;
}

@QueryHandler(ListPeopleQuery)
export class ListPeopleHandler implements IQueryHandler<ListPeopleQuery> {
  constructor(private readonly services: Services) {}

  execute({ teamId }: ListPeopleQuery): Promise<readonly PersonView[]> {
    return listPeople(this.services, teamId);
  }
}

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
export class ChangeMemberCommand extends Command<ChangeMemberResult> {
  constructor(
    readonly by: Asking,
    readonly userId: string,
    readonly role: Role | null,
  ) {
    super();
  }
}
export type ChangeMemberResult =
  | { readonly id: string }
  | { readonly refused: 'not-found' }
  | { readonly refused: 'last-admin' }
  | { readonly refused: 'member-unproven' }
  | Unavailable;

@CommandHandler(ChangeMemberCommand)
export class ChangeMemberHandler implements ICommandHandler<ChangeMemberCommand> {
  constructor(private readonly services: Services) {}

  async execute({ by, userId, role }: ChangeMemberCommand): Promise<ChangeMemberResult> {
    const { people } = this.services;
    if (role === 'admin' && (await people.user(userId)).status !== 'none' && !(await isAddressProven(people, userId))) {
      return { refused: 'member-unproven' };
    }
    const command: TeamCommand =
      role === null ? { type: 'RemoveMember', userId } : { type: 'ChangeMemberRole', userId, role };
    const handled = await people.writeTeam(provenance(by), teamOf(by), command);
    if (!('refused' in handled)) return { id: userId };
    if (handled.refused === 'last-admin') return { refused: 'last-admin' };
    return handled.refused === 'unavailable' ? unavailable : { refused: 'not-found' };
  }
}
