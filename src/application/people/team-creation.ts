import { type Unavailable, unavailable } from '../shared/context.js';
import { type TeamOwners, teamsMadeBy } from '../shared/team-owners.js';
import { isAddressProven } from './address-proof.js';
import { type PersonContext, type PeopleServices, provenance } from './people-services.js';
import { type People, userStream } from './people.js';

export type CreateTeamResult =
  | { readonly id: string; readonly name: string }
  | { readonly refused: 'no-team-creation' }
  | { readonly refused: 'address-unproven' }
  | { readonly refused: 'too-many-teams'; readonly limit: number }
  | Unavailable;

/** `operator`: by a command alone; else also by admins of the first team, or by everyone who can sign in. */
interface TeamCreation {
  readonly by: 'operator' | 'first-team-admins' | 'everyone';
  readonly perPerson: number;
}

export type TeamCreationServices = Pick<PeopleServices, 'people'> & {
  readonly teamOwners: Pick<TeamOwners, 'teamsMadeBy'>;
  readonly teamCreation: TeamCreation;
  /** Its admins speak for the server. */
  readonly firstTeamId: string;
};

/** Whether the server takes teams from this person at all. */
export async function canCreateTeams(
  { people, teamCreation, firstTeamId }: Omit<TeamCreationServices, 'teamOwners'>,
  userId: string,
): Promise<boolean> {
  if (teamCreation.by !== 'first-team-admins') return teamCreation.by === 'everyone';
  const first = await people.team(firstTeamId);
  return first.status === 'active' && first.members.get(userId)?.role === 'admin';
}

export async function createTeam(
  services: TeamCreationServices,
  by: PersonContext,
  name: string,
): Promise<CreateTeamResult> {
  const { people, teamOwners, teamCreation } = services;
  if (!(await canCreateTeams(services, by.userId))) return { refused: 'no-team-creation' };
  if (!(await isAddressProven(people, by.userId))) return { refused: 'address-unproven' };
  // One at a time of each person, or all that are asked for at once would find the same number.
  return people.ports.serialise(userStream(by.userId), async () => {
    const { perPerson } = teamCreation;
    const made = await teamOwners.teamsMadeBy(by.userId);
    if (made.length >= perPerson) return { refused: 'too-many-teams', limit: perPerson };
    return writeNewTeam(people, by, name);
  });
}

/** Who makes a team becomes its admin. */
async function writeNewTeam(people: People, by: PersonContext, name: string): Promise<CreateTeamResult> {
  const teamId = people.ports.ids.next();
  const stamped = provenance({ ...by, teamId });
  const made = await people.writeTeam(stamped, teamId, { type: 'CreateTeam', teamId, name });
  if ('refused' in made) return unavailable;
  if (made.position !== undefined) people.ports.ownWrites.note(teamsMadeBy(by.userId), made.position);
  const admin = { type: 'AddMember', userId: by.userId, role: 'admin', invitationId: null } as const;
  const joined = await people.writeTeam(stamped, teamId, admin);
  return 'refused' in joined ? unavailable : { id: teamId, name };
}
