import { command } from '../access/use-case.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import type { ProofKind } from '../../domain/session/events.js';
import type { ExternalIdentity } from '../ports/identity-providers.js';
import { addressHash } from '../shared/address-hash.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import type { Provenance } from '../shared/handle.js';
import { createAccount, userIdOf } from './accounts.js';
import { isAddressProven, proveAddress, roleWithoutProof } from './address-proof.js';
import { orUnavailable, type PeopleServices } from './people-services.js';
import { prescribedIn } from './enter.js';
import { openInvitation, writeInvitation } from './invitations.js';
import { linkIdentity } from './linked-identity.js';
import { type People, provenanceOf } from './people.js';
import { newSessionTicket, type OpenedSession, type SessionTicket, teamsOf, type Visitor } from './sessions.js';
import { type GuessablePassword, weaknessOf } from './chosen-password.js';
import { signInAs } from './set-up.js';

/** POST /dashboard-api/invitations/accept */
export interface AcceptInvitation {
  readonly visitor: Visitor;
  readonly token: string;
  readonly person: { readonly name: string; readonly password: string } | null;
}
type AcceptInvitationResult =
  | { readonly state: 'signed_in'; readonly session: OpenedSession }
  | { readonly refused: 'link-invalid' }
  | { readonly refused: 'sign-in-first' }
  | { readonly refused: 'sso-required' }
  | { readonly refused: 'name-and-password' }
  | { readonly refused: 'address-unproven' }
  | GuessablePassword
  | Unavailable;

export const AcceptInvitation = command({
  name: 'AcceptInvitation',
  need: 'anyone',
  run: (services: PeopleServices, command: AcceptInvitation): Promise<AcceptInvitationResult> =>
    orUnavailable(() => acceptInvitation(services, command)),
});

/**
 * A person who follows the link of the email has read it at the address, and no more: where the address has an account
 * that was proven before, its owner signs in first, and joins by the session. An account that was not is theirs from
 * now on, and what was set in it ends. The link that was handed over may be followed by anyone. The id of a new account
 * comes from the link, so that a repeat after a crash goes on.
 */
async function acceptInvitation(
  services: PeopleServices,
  { visitor, token, person }: AcceptInvitation,
): Promise<AcceptInvitationResult> {
  const { people, passwords } = services;
  const { sessionToken } = visitor;
  const signedIn = sessionToken === null ? undefined : (await people.resolve(sessionToken))?.userId;
  const newUserId = newUserIdOf(people, token);
  const opened = await openInvitation(people, token, newUserId);
  if (opened === undefined) return { refused: 'link-invalid' };
  const { teamId, email, isByMail } = opened;
  const holder = await userIdOf(people, email);
  const joining = begunJoining(people, visitor, opened, holder ?? newUserId);
  if (holder !== undefined) {
    const isProven = await isAddressProven(people, holder);
    // Who made the account by this link, and was cut off. The other link leads no further once its address is proven.
    const isResumed = holder === newUserId && (isByMail || !isProven);
    if (isProven || !isByMail) {
      // A link is no factor.
      if (holder !== signedIn && !(isResumed && !(await hasFactor(people, holder))))
        return { refused: 'sign-in-first' };
      if (!isProven && (await isInOtherTeam(people, holder, teamId))) return { refused: 'address-unproven' };
      return join(people, joining, isProven, undefined);
    }
  }
  if ((await prescribedIn(services, teamId, email)) !== undefined) return { refused: 'sso-required' };
  if (person === null) return { refused: 'name-and-password' };
  const weakness = weaknessOf(passwords, person.password, [email, person.name]);
  if (weakness !== undefined) return weakness;
  const passwordHash = await passwords.hash(person.password);
  const made = await (holder === undefined
    ? createAccount(people, joining.by, {
        userId: newUserId,
        email,
        name: person.name,
        passwordHash,
        addressProven: isByMail,
      })
    : takeOver(people, joining, { name: person.name, passwordHash }));
  if ('refused' in made) return made.refused === 'unavailable' ? unavailable : { refused: 'sign-in-first' };
  return join(people, joining, isByMail, 'password');
}

/** An account of the address whose owner has not shown up so far. */
async function takeOver(
  people: People,
  { userId, by, visitor }: Joining,
  { name, passwordHash }: { readonly name: string; readonly passwordHash: string },
) {
  const proven = await proveAddress(people, by, await people.openUser(userId), { by: 'mail', passwordHash, visitor });
  if (typeof proven === 'string') return { refused: proven };
  const profile = reveal(proven.profile);
  if (profile !== undefined) {
    await people.writeUser(by, userId, {
      type: 'RenameUser',
      profile: plain(proven.profile.kid, { ...profile, name }),
    });
  }
  return { userId };
}

async function hasFactor(people: People, userId: string): Promise<boolean> {
  const user = await people.user(userId);
  return user.status !== 'none' && Object.values(people.factorsOf(user)).includes(true);
}

async function isInOtherTeam(people: People, userId: string, teamId: string): Promise<boolean> {
  return (await teamsOf(people, userId)).some((each) => each !== teamId);
}

/** A new account without a password. The provider vouches for the address that was invited. */
export async function acceptByProvider(
  services: PeopleServices,
  visitor: Visitor,
  token: string,
  identity: ExternalIdentity,
) {
  const { people } = services;
  const { provider, email } = identity;
  const userId = newUserIdOf(people, token);
  const opened = await openInvitation(people, token, userId);
  if (opened === undefined) return { refused: 'link-invalid' } as const;
  if (addressHash(people.ports.hash, email) !== opened.addressHash) return { refused: 'other-address' } as const;
  const prescribed = await prescribedIn(services, opened.teamId, email);
  if (prescribed !== undefined && prescribed !== provider) return { refused: 'sso-required' } as const;
  const joining = begunJoining(people, visitor, opened, userId);
  const name = identity.name.trim().slice(0, maxNameCharacters) || opened.email;
  const account = { userId, email: opened.email, name, passwordHash: null, addressProven: true };
  const created = await createAccount(people, joining.by, account);
  if ('refused' in created)
    return created.refused === 'unavailable' ? unavailable : ({ refused: 'no-account' } as const);
  if ((await linkIdentity(people, joining.by, userId, identity)) !== 'linked') return unavailable;
  return join(people, joining, true, 'provider');
}

const maxNameCharacters = 100;

/** The same for one link, so that a repeat after a crash goes on. */
function newUserIdOf(people: People, token: string): string {
  const { ports } = people;
  return ports.ids.fromHash(ports.hash.hash('people-link', ['user', people.hashOf('people-link', token)]));
}

type Opened = NonNullable<Awaited<ReturnType<typeof openInvitation>>>;

interface Joining {
  readonly visitor: Visitor;
  readonly opened: Opened;
  readonly userId: string;
  readonly ticket: SessionTicket;
  readonly by: Provenance;
}

function begunJoining(people: People, visitor: Visitor, opened: Opened, userId: string): Joining {
  const ticket = newSessionTicket(people);
  const { teamId } = opened;
  const { correlationId } = visitor;
  const by = provenanceOf({ teamId, userId, correlationId, sessionId: ticket.sessionId });
  return { visitor, opened, userId, ticket, by };
}

/** `proof`: what the person has shown with it; undefined: nothing new. */
async function join(
  people: People,
  { visitor, opened, userId, ticket, by }: Joining,
  isProven: boolean,
  proof: ProofKind | undefined,
) {
  const { invitationId, teamId } = opened;
  const role = isProven ? opened.role : roleWithoutProof(opened.role);
  const accept = { type: 'AcceptInvitation', userId, nowMs: people.ports.clock.now() } as const;
  const accepted = await writeInvitation(people, by, invitationId, accept);
  if ('refused' in accepted) {
    return accepted.refused === 'unavailable' ? unavailable : ({ refused: 'link-invalid' } as const);
  }
  const joined = await people.writeTeam(by, teamId, { type: 'AddMember', userId, role, invitationId });
  if ('refused' in joined) return unavailable;
  return signInAs(people, visitor, { userId, teamId, ticket, proof });
}
