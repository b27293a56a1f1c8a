import { command } from '../access/use-case.js';
import type { ProofKind } from '../../domain/session/events.js';
import { installation } from '../../domain/installation/installation.js';
import { installationStream } from '../../domain/shared/stream-name.js';
import { type Installation, logUnavailable, startOccasion } from '../installation/establish-installation.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { handle, load, type LogPorts, type Provenance } from '../shared/handle.js';
import { createAccount } from './accounts.js';
import { orUnavailable, type PeopleServices } from './people-services.js';
import { type People, provenanceOf } from './people.js';
import { type GuessablePassword, weaknessOf } from './chosen-password.js';
import { newSessionTicket, type OpenedSession, type SessionTicket, startSession, type Visitor } from './sessions.js';

/** POST /dashboard-api/set-up */
export interface SetUp {
  readonly visitor: Visitor;
  readonly token: string;
  readonly person: { readonly email: string; readonly name: string; readonly password: string };
  /** Without it the first team keeps its name. */
  readonly teamName: string | undefined;
}
type SetUpResult =
  | { readonly state: 'signed_in'; readonly session: OpenedSession }
  | { readonly refused: 'link-invalid' }
  | { readonly refused: 'address-taken' }
  | GuessablePassword
  | Unavailable;

export const SetUp = command({
  name: 'SetUp',
  need: 'anyone',
  run: (services: PeopleServices, command: SetUp): Promise<SetUpResult> =>
    orUnavailable(() => setUp(services, command)),
});

/**
 * The first person. One of several at once wins, in the installation's own stream; the person's id comes from the link,
 * so that a repeat after a crash goes on where it was cut off.
 */
async function setUp(services: PeopleServices, command: SetUp): Promise<SetUpResult> {
  const { people, passwords } = services;
  const { visitor, token, person, teamName } = command;
  const { ports } = people;
  const tokenHash = people.hashOf('people-link', token);
  const { state } = await load(ports, installation, installationStream);
  if (state.status === 'none') return { refused: 'link-invalid' };
  const userId = ports.ids.fromHash(tokenHash);
  const wasCutOff = state.firstUserId === userId && (await people.user(userId)).status === 'none';
  if (!wasCutOff && state.setUpLinks?.includes(tokenHash) !== true) return { refused: 'link-invalid' };
  const { email, name, password } = person;
  const weakness = weaknessOf(passwords, password, [email, name]);
  if (weakness !== undefined) return weakness;
  const passwordHash = await passwords.hash(password);
  const teamId = state.installation.firstTeamId;
  const ticket = newSessionTicket(people);
  const { sessionId } = ticket;
  const by = provenanceOf({ teamId, userId, correlationId: visitor.correlationId, sessionId });
  const completed = await completeSetUp(ports, userId, tokenHash, by);
  if (completed !== undefined) return completed === 'unavailable' ? unavailable : { refused: 'link-invalid' };
  // From the operator's console: no proof could say more, and email often cannot be sent yet.
  const account = { userId, email, name, passwordHash, addressProven: true };
  const created = await createAccount(people, by, account);
  if ('refused' in created) return created.refused === 'unavailable' ? unavailable : { refused: 'address-taken' };
  const joined = await people.writeTeam(by, teamId, { type: 'AddMember', userId, role: 'admin', invitationId: null });
  if ('refused' in joined) return unavailable;
  if (teamName !== undefined) await people.writeTeam(by, teamId, { type: 'RenameTeam', name: teamName });
  return signInAs(people, visitor, { userId, teamId, ticket, proof: 'password' });
}

/** Starts a session for a person who has just joined a team. */
export async function signInAs(
  people: People,
  visitor: Visitor,
  {
    userId,
    teamId,
    ticket,
    proof,
  }: {
    readonly userId: string;
    readonly teamId: string;
    readonly ticket: SessionTicket;
    readonly proof: ProofKind | undefined;
  },
) {
  const { state: user } = await people.openUser(userId);
  if (user.status !== 'active') return unavailable;
  // Who joins a further team stays as signed in as before, and has shown nothing new.
  const secondFactor = await hadSecondFactor(people, visitor, userId);
  const session = await startSession(people, { user, visitor, secondFactor, proof, teamId, ticket });
  return session === undefined ? unavailable : ({ state: 'signed_in', session } as const);
}

async function hadSecondFactor(people: People, { sessionToken }: Visitor, userId: string): Promise<boolean> {
  const signedIn = sessionToken === null ? undefined : await people.resolve(sessionToken);
  if (signedIn?.userId !== userId) return false;
  const current = await people.session(signedIn.sessionId);
  return current.status === 'open' && current.session.secondFactor;
}

/**
 * After this no link creates the first user. `tokenHash` null: by the operator, who needs none.
 * @returns undefined when that is written.
 */
export async function completeSetUp(
  ports: LogPorts,
  userId: string,
  tokenHash: string | null,
  provenance: Provenance,
): Promise<'link-invalid' | 'unavailable' | undefined> {
  const command = { type: 'CompleteSetUp', userId, tokenHash } as const;
  const handled = await handle(ports, installation, installationStream, command, provenance);
  if (!('refused' in handled)) return undefined;
  return handled.refused === 'unavailable' ? 'unavailable' : 'link-invalid';
}

/**
 * What a start shows the operator while there is no person: a new link each time, since only its hash is kept.
 * Undefined when there is a person.
 */
export async function makeSetUpToken(people: People, state: Installation): Promise<string | undefined> {
  const { ports } = people;
  const { installationId } = state.installation;
  const { state: now } = await load(ports, installation, installationStream);
  if (now.status !== 'created' || now.setUpLinks === null) return undefined;
  const token = ports.newSecretToken();
  const command = { type: 'MakeSetUpLink', tokenHash: people.hashOf('people-link', token) } as const;
  const handled = await handle(ports, installation, installationStream, command, startOccasion(installationId));
  if ('refused' in handled) throw logUnavailable();
  return token;
}
