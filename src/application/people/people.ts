import type { UserEvent } from '../../domain/user/events.js';
import type { SessionEvent } from '../../domain/session/events.js';
import { isInForce, isProven, session, type SessionCommand, type SessionState } from '../../domain/session/session.js';
import type { Cause } from '../../domain/shared/recorded.js';
import { categoryOf, type StreamName, streamName } from '../../domain/shared/stream-name.js';
import type { Role } from '../../domain/team/events.js';
import { team, type TeamCommand, type TeamState } from '../../domain/team/team.js';
import { type Factors, factorsOf } from '../../domain/user/credentials.js';
import { type ExistingUser, user, type UserCommand, type UserState } from '../../domain/user/user.js';
import type { MissingProof } from '../ports/caller-scope.js';
import type { HashPurpose } from '../ports/hashing.js';
import type { Passkeys } from '../ports/passkeys.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import type { KeyStore } from '../ports/vault.js';
import { type AggregateCache, createAggregateCache } from '../shared/aggregate-cache.js';
import { handle, load, type Loaded, type LogPorts, type Provenance } from '../shared/handle.js';
import type { Ports } from '../shared/ports.js';

export type PeoplePorts = LogPorts &
  Pick<Ports, 'hash' | 'readStore' | 'ownWrites'> & {
    readonly keys: Pick<KeyStore, 'getMany' | 'createRow'>;
    readonly passwords: PasswordHasher;
    /** Without it passkeys count as available. */
    readonly passkeys?: Pick<Passkeys, 'isAvailable' | 'host'>;
    /** 256 bits of chance, as text that fits into a URL and a cookie. */
    readonly newSecretToken: () => string;
  };

/** Whose session a cookie is of, and for which team it works. */
export interface SignedIn {
  readonly sessionId: string;
  readonly userId: string;
  /** Null when none was chosen, or the person is no member any more. */
  readonly teamId: string | null;
  readonly role: Role | null;
  /** `enrol`: the team requires a second factor, and this session was begun without one. */
  readonly secondFactor: 'done' | 'enrol';
  /** ISO 8601. */
  readonly expiresAt: string;
}

/** What can be shown here. */
export interface ShownFactors extends Factors {
  /** Other host names that passkeys of the account belong to: they can be shown there only. */
  readonly passkeyHosts: readonly string[];
}

const seenEveryMs = 30 * 60_000;

/**
 * People, their sessions and the teams that they are in: folds of their streams, cached. What other processes write is
 * known once `forget` has been called for the stream. Nothing personal is kept in memory.
 */
export class People {
  private readonly users: AggregateCache<UserState>;
  private readonly sessions: AggregateCache<SessionState>;
  private readonly teams: AggregateCache<TeamState>;
  /** By session: when this process last noted its use. */
  private readonly notedAtMs = new Map<string, number>();

  constructor(readonly ports: PeoplePorts) {
    this.users = createAggregateCache(ports, user);
    this.sessions = createAggregateCache(ports, session);
    this.teams = createAggregateCache(ports, team);
  }

  /** After another process has written to the stream. */
  forget(stream: StreamName): void {
    switch (categoryOf(stream)) {
      case 'user':
        return this.users.forget(stream);
      case 'session':
        return this.sessions.forget(stream);
      default:
        return this.teams.forget(stream);
    }
  }

  user(userId: string): Promise<UserState> {
    return this.users.get(userStream(userId));
  }

  team(teamId: string): Promise<TeamState> {
    return this.teams.get(teamStream(teamId));
  }

  session(sessionId: string): Promise<SessionState> {
    return this.sessions.get(sessionStream(sessionId));
  }

  hashOf(purpose: HashPurpose, token: string): string {
    return this.ports.hash.hash(purpose, [token]);
  }

  /** The session of a token while it is in force: checked like an API key. */
  async resolve(token: string): Promise<SignedIn | undefined> {
    const tokenHash = this.hashOf('session', token);
    const sessionId = this.ports.ids.fromHash(tokenHash);
    const state = await this.session(sessionId);
    // Both are keyed hashes: how long a comparison takes reveals nothing about a token.
    if (state.status !== 'open' || state.session.tokenHash !== tokenHash) return undefined;
    if (!isInForce(state, this.ports.clock.now())) return undefined;
    const { userId, teamId, epoch, secondFactor, expiresAt } = state.session;
    const owner = await this.user(userId);
    if (owner.status !== 'active' || owner.epoch !== epoch) return undefined;
    const chosen = teamId === null ? undefined : await this.team(teamId);
    const role = chosen?.status === 'active' ? (chosen.members.get(userId)?.role ?? null) : null;
    this.noteSeen(sessionId, userId, state.lastSeenAt);
    const wantsSecond = chosen?.status === 'active' && chosen.policy.secondFactorRequired && !secondFactor;
    return {
      sessionId,
      userId,
      teamId: role === null ? null : teamId,
      role,
      secondFactor: wantsSecond ? 'enrol' : 'done',
      expiresAt,
    };
  }

  /** The factors that the person can show here: where browsers have no passkeys for this server, none is asked for. */
  factorsOf({ credentials }: Pick<ExistingUser, 'credentials'>): Factors {
    const { app, passkeys } = factorsOf(credentials);
    return { app, passkeys: passkeys && this.ports.passkeys?.isAvailable !== false };
  }

  /**
   * As `factorsOf`, for people to choose from. A passkey that belongs to another host name is a factor and cannot be
   * shown here; where that is not known, the browser is asked.
   */
  shownFactorsOf(user: Pick<ExistingUser, 'credentials'>): ShownFactors {
    const { app, passkeys } = this.factorsOf(user);
    if (!passkeys) return { app, passkeys, passkeyHosts: [] };
    const here = this.ports.passkeys?.host ?? null;
    const hosts = [...user.credentials.passkeys.values()].map(({ host }) => host ?? here);
    const elsewhere = hosts.flatMap((host) => (host === null || host === here ? [] : [host]));
    return { app, passkeys: elsewhere.length < hosts.length, passkeyHosts: [...new Set(elsewhere)] };
  }

  /**
   * What the person has still to show before something that opens or closes the account: where it has a factor, a
   * factor; `sign-in`: there is nothing but a provider to show it with.
   */
  async missingProof(of: Pick<SignedIn, 'sessionId' | 'userId'>): Promise<MissingProof> {
    const missing = await this.lookForProof(of);
    if (missing === 'none') return missing;
    // It may have been shown to another process a moment ago.
    this.sessions.forget(sessionStream(of.sessionId));
    this.users.forget(userStream(of.userId));
    return this.lookForProof(of);
  }

  private async lookForProof({ sessionId, userId }: Pick<SignedIn, 'sessionId' | 'userId'>): Promise<MissingProof> {
    const [current, owner] = await Promise.all([this.session(sessionId), this.user(userId)]);
    if (current.status !== 'open' || owner.status === 'none') return 'sign-in';
    const { app, passkeys } = this.factorsOf(owner);
    if (isProven(current, app || passkeys, this.ports.clock.now())) return 'none';
    if (app || passkeys) return 'factor';
    return owner.password === null ? 'sign-in' : 'password';
  }

  /** What a change must bring: a page of another site cannot know it. */
  csrfToken(sessionId: string): string {
    return this.hashOf('csrf', sessionId);
  }

  /** The user's stream with its personal values decrypted. */
  openUser(userId: string): Promise<Loaded<UserState, UserEvent>> {
    return load(this.ports, user, userStream(userId), true);
  }

  async writeUser(provenance: Provenance, userId: string, command: UserCommand, loaded?: Loaded<UserState, UserEvent>) {
    const stream = userStream(userId);
    const options = { personal: true, ...(loaded === undefined ? {} : { loaded }) };
    const handled = await handle(this.ports, user, stream, command, provenance, options);
    this.users.forget(stream);
    return this.noted(handled, [userId]);
  }

  async writeSession(
    provenance: Provenance,
    of: { readonly sessionId: string; readonly userId: string },
    command: SessionCommand,
    loaded?: Loaded<SessionState, SessionEvent>,
  ) {
    const stream = sessionStream(of.sessionId);
    const options = loaded === undefined ? {} : { loaded };
    const handled = await handle(this.ports, session, stream, command, provenance, options);
    this.sessions.forget(stream);
    return this.noted(handled, [of.userId]);
  }

  async writeTeam(provenance: Provenance, teamId: string, command: TeamCommand) {
    const stream = teamStream(teamId);
    const handled = await handle(this.ports, team, stream, command, provenance);
    this.teams.forget(stream);
    return this.noted(handled, [teamId, ...('userId' in command ? [membershipsOf(command.userId)] : [])]);
  }

  /** Lists of these wait for what was written. */
  private noted<Handled extends { readonly position?: Cause['position'] | undefined } | { readonly refused: string }>(
    handled: Handled,
    concerned: readonly string[],
  ): Handled {
    if ('position' in handled && handled.position != null) {
      for (const id of concerned) this.ports.ownWrites.note(id, handled.position);
    }
    return handled;
  }

  /** Off the request path; a crash may lose it. */
  private noteSeen(sessionId: string, userId: string, lastSeenAt: string): void {
    const { ports, notedAtMs } = this;
    const nowMs = ports.clock.now();
    const lastMs = Math.max(Date.parse(lastSeenAt), notedAtMs.get(sessionId) ?? 0);
    if (nowMs - lastMs < seenEveryMs) return;
    if (notedAtMs.size >= mostNoted) notedAtMs.clear();
    notedAtMs.set(sessionId, nowMs);
    const provenance = provenanceOf({ teamId: null, userId, correlationId: ports.ids.next() });
    this.writeSession(provenance, { sessionId, userId }, { type: 'NoteSessionSeen' }).catch(() =>
      notedAtMs.delete(sessionId),
    );
  }
}

const mostNoted = 10_000;

/** What a list of a person's teams waits for: nothing else that the person has done changes it. */
export const membershipsOf = (userId: string): string => `memberships ${userId}`;

export const userStream = (userId: string): StreamName => streamName('user', userId);
export const sessionStream = (sessionId: string): StreamName => streamName('session', sessionId);
export const teamStream = (teamId: string): StreamName => streamName('team', teamId);

/** What a person did. `sessionId`: in which session, where there is one. */
export function provenanceOf(by: {
  readonly teamId: string | null;
  readonly userId: string;
  readonly correlationId: string;
  readonly sessionId?: string;
}): Provenance {
  const { teamId, userId, correlationId, sessionId } = by;
  const session = sessionId === undefined ? {} : { sessionId };
  return { context: { teamId, actor: { kind: 'user', id: userId }, correlationId, ...session }, region: null };
}
