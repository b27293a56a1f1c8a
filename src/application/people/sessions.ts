import type { ProofKind, SessionEvent } from '../../domain/session/events.js';
import { session, sessionLifeMs, type SessionState } from '../../domain/session/session.js';
import type { Client } from '../../domain/shared/client.js';
import { plain } from '../../domain/shared/personal.js';
import type { ExistingUser, UserState } from '../../domain/user/user.js';
import { membershipsProjection, sessionsProjection } from '../../projections/people/people.projections.js';
import type { Loaded } from '../shared/handle.js';
import { membershipsOf, type People, provenanceOf, sessionStream } from './people.js';

/** A browser that is not signed in. */
export interface Visitor {
  readonly client: Client;
  readonly correlationId: string;
  /** The session that the browser had so far; it ends where another one begins. */
  readonly sessionToken: string | null;
  /** Proves an earlier sign-in to an account from this browser. */
  readonly deviceToken: string | null;
}

/** What the browser is given. */
export interface OpenedSession {
  readonly token: string;
  readonly deviceToken: string;
  /** ISO 8601. */
  readonly expiresAt: string;
}

export interface SessionStart {
  readonly user: ExistingUser;
  readonly visitor: Visitor;
  readonly secondFactor: boolean;
  /** What the person has just shown; undefined: nothing that counts. */
  readonly proof: ProofKind | undefined;
  /** Defaults to the first of the person's teams. */
  readonly teamId?: string | null;
  /** Made here when it is not given. */
  readonly ticket?: SessionTicket;
}

/** What a session will be called: made before it begins by those who do something in its name first. */
export interface SessionTicket {
  readonly token: string;
  readonly tokenHash: string;
  readonly sessionId: string;
}

export function newSessionTicket(people: People): SessionTicket {
  const token = people.ports.newSecretToken();
  const tokenHash = people.hashOf('session', token);
  return { token, tokenHash, sessionId: people.ports.ids.fromHash(tokenHash) };
}

/** Begins a session under a new token, whatever the browser sent; undefined: the log could not be written. */
export async function startSession(
  people: People,
  { user, visitor, secondFactor, proof, teamId: wanted, ticket = newSessionTicket(people) }: SessionStart,
): Promise<OpenedSession | undefined> {
  const { ports } = people;
  const { userId, epoch } = user;
  const { token, tokenHash, sessionId } = ticket;
  const teamId = wanted === undefined ? ((await teamsOf(people, userId))[0] ?? null) : wanted;
  const { kid } = user.profile;
  const expiresAt = new Date(ports.clock.now() + sessionLifeMs).toISOString();
  const loaded: Loaded<SessionState, SessionEvent> = {
    stream: sessionStream(sessionId),
    state: session.initial,
    expected: 'no-stream',
    predecessor: null,
    events: [],
    keyRing: await ports.keys.getMany([kid]),
  };
  const started = {
    sessionId,
    userId,
    teamId,
    client: plain(kid, visitor.client),
    tokenHash,
    epoch,
    secondFactor,
    expiresAt,
    ...(proof === undefined ? {} : { proof }),
  };
  const provenance = provenanceOf({ teamId, userId, correlationId: visitor.correlationId, sessionId });
  const command = { type: 'StartSession', session: started } as const;
  const handled = await people.writeSession(provenance, started, command, loaded);
  if ('refused' in handled) return undefined;
  if (visitor.sessionToken !== null) await endByToken(people, visitor.sessionToken, visitor.correlationId, 'replaced');
  // No request waits for it; what fails is found by the next sign-in.
  void endOldest(people, userId, visitor.correlationId).catch(() => undefined);
  return { token, deviceToken: deviceTokenOf(people, user), expiresAt };
}

/** A person has so many, those that have expired among them; a further one ends the oldest. */
export const mostSessions = 100;

async function endOldest(people: People, userId: string, correlationId: string): Promise<void> {
  const { readStore, ownWrites } = people.ports;
  await ownWrites.settled(userId, sessionsProjection.name);
  const tooMany = (await readStore.count(sessionsProjection, { userId })) - mostSessions;
  if (tooMany <= 0) return;
  const oldest = { equals: { userId }, orderBy: 'startedAt', direction: 'asc', limit: tooMany } as const;
  const { documents } = await readStore.list(sessionsProjection, oldest);
  for (const { document } of documents) {
    const { id: sessionId } = document;
    const by = provenanceOf({ teamId: null, userId, correlationId });
    await people.writeSession(by, { sessionId, userId }, { type: 'EndSession', why: 'too-many' });
  }
}

/** Quiet where the token opens nothing. */
async function endByToken(
  people: People,
  token: string,
  correlationId: string,
  why: 'signed-out' | 'replaced',
): Promise<void> {
  const signedIn = await people.resolve(token);
  if (signedIn === undefined) return;
  await people.writeSession(provenanceOf({ ...signedIn, correlationId }), signedIn, { type: 'EndSession', why });
}

/** The teams that a person is in now, those longest in the list first. */
export async function teamsOf(people: People, userId: string): Promise<readonly string[]> {
  const { readStore, ownWrites } = people.ports;
  await ownWrites.settled(membershipsOf(userId), membershipsProjection.name);
  const { documents } = await readStore.list(membershipsProjection, {
    equals: { userId },
    orderBy: 'id',
    direction: 'asc',
    limit: mostTeams,
  });
  const teamIds = documents.map(({ document }) => document.teamId);
  const current = await Promise.all(
    teamIds.map(async (teamId) => {
      const team = await people.team(teamId);
      return team.status === 'active' && team.members.has(userId) ? [teamId] : [];
    }),
  );
  return current.flat();
}

const mostTeams = 100;

/**
 * The same for every browser of the account, until its password or its factors change: it opens nothing, and only
 * spares its owner the waiting for others' failures.
 */
export function deviceTokenOf({ ports }: People, { userId, deviceEpoch }: ExistingUser): string {
  return ports.hash.hash('device', [userId, String(deviceEpoch)]);
}

/** Whether the person has signed in from this browser since the password and the factors are what they are. */
export function isKnownDevice(people: People, { deviceToken }: Visitor, user: UserState | undefined): boolean {
  // A keyed hash: how long a comparison takes reveals nothing.
  return user !== undefined && user.status !== 'none' && deviceToken === deviceTokenOf(people, user);
}
