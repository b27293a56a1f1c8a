import { Command, CommandHandler, type ICommandHandler, type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { plain, reveal } from '../../domain/shared/personal.js';
import { describePeopleEvent, type PeopleEvent } from '../audit/describe-people-event.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { type Asking, orUnavailable, type AccountServices, provenance } from './asking.js';
import { proveOwner } from './owner-proof.js';
import { openSessionsOf, rolesOf, type TeamOfPerson } from './own-sessions.js';
import { type OpenedSession, startSession, type Visitor } from './sessions.js';
import type { SessionDocument } from '../../projections/people/people.projections.js';
import { type GuessablePassword, weaknessOf } from './chosen-password.js';
import type { TooManyTries } from './too-many-tries.js';

/** PATCH /dashboard-api/profile */
export class RenameProfileCommand extends Command<RenameProfileResult> {
  constructor(
    readonly by: Asking,
    readonly name: string,
  ) {
    super();
  }
}
export type RenameProfileResult = { readonly id: string } | Unavailable;

@CommandHandler(RenameProfileCommand)
export class RenameProfileHandler implements ICommandHandler<RenameProfileCommand> {
  constructor(private readonly services: Pick<AccountServices, 'people'>) {}

  async execute({ by, name }: RenameProfileCommand): Promise<RenameProfileResult> {
    const { people } = this.services;
    const loaded = await people.openUser(by.userId);
    const profile = loaded.state.status === 'none' ? undefined : reveal(loaded.state.profile);
    if (loaded.state.status === 'none' || profile === undefined) return unavailable;
    const renamed = plain(loaded.state.profile.kid, { ...profile, name });
    const command = { type: 'RenameUser', profile: renamed } as const;
    const handled = await people.writeUser(provenance(by), by.userId, command, loaded);
    return 'refused' in handled ? unavailable : { id: by.userId };
  }
}

/** POST /dashboard-api/profile/password. `current` undefined: the person has none so far. */
export class ChangePasswordCommand extends Command<ChangePasswordResult> {
  constructor(
    readonly by: Asking,
    readonly visitor: Visitor,
    readonly current: string | undefined,
    readonly password: string,
  ) {
    super();
  }
}
export type ChangePasswordResult =
  | { readonly state: 'signed_in'; readonly session: OpenedSession }
  | GuessablePassword
  | { readonly refused: 'wrong-password' }
  | TooManyTries
  | Unavailable;

@CommandHandler(ChangePasswordCommand)
export class ChangePasswordHandler implements ICommandHandler<ChangePasswordCommand> {
  constructor(private readonly services: AccountServices) {}

  execute(command: ChangePasswordCommand): Promise<ChangePasswordResult> {
    return orUnavailable(() => changePassword(this.services, command));
  }
}

/** Every session ends with it; the browser that asked gets a new one. */
async function changePassword(
  services: AccountServices,
  { by, visitor, current, password }: ChangePasswordCommand,
): Promise<ChangePasswordResult> {
  const { people, passwords } = services;
  const proven = await proveOwner(services, by, current);
  if ('refused' in proven) return proven;
  const { loaded, user } = proven;
  const weakness = weaknessOf(passwords, password, Object.values(reveal(user.profile) ?? {}));
  if (weakness !== undefined) return weakness;
  const sealed = plain(user.profile.kid, await passwords.hash(password));
  const command = { type: 'SetPassword', password: sealed, why: 'changed' } as const;
  const handled = await people.writeUser(provenance(by), by.userId, command, loaded);
  if ('refused' in handled || handled.loaded.state.status === 'none') return unavailable;
  const { secondFactor } = by;
  const standing = await people.session(by.sessionId);
  const hadSecond = standing.status === 'open' && standing.session.secondFactor;
  const session = await startSession(people, {
    user: handled.loaded.state,
    visitor,
    secondFactor: hadSecond && secondFactor === 'done',
    proof: 'password',
    teamId: by.teamId,
  });
  return session === undefined ? unavailable : { state: 'signed_in', session };
}

/** GET /dashboard-api/profile/export */
export class ExportProfileQuery extends Query<OwnData | undefined> {
  constructor(readonly userId: string) {
    super();
  }
}
export interface OwnData {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly createdAt: string;
  readonly teams: readonly TeamOfPerson[];
  readonly sessions: readonly SessionDocument[];
  readonly events: readonly {
    readonly id: string;
    readonly type: string;
    readonly createdAt: string;
    readonly summary: string;
  }[];
}

@QueryHandler(ExportProfileQuery)
export class ExportProfileHandler implements IQueryHandler<ExportProfileQuery> {
  constructor(private readonly services: Pick<AccountServices, 'people'>) {}

  async execute({ userId }: ExportProfileQuery): Promise<OwnData | undefined> {
    const { people } = this.services;
    const { state, events } = await people.openUser(userId);
    const profile = state.status === 'none' ? undefined : reveal(state.profile);
    if (state.status === 'none' || profile === undefined) return undefined;
    const [teams, sessions] = await Promise.all([rolesOf(people, userId), openSessionsOf(people, userId)]);
    return {
      id: userId,
      ...profile,
      createdAt: state.createdAt,
      teams,
      sessions,
      events: events.map(({ id, event, metadata }) => ({
        id,
        type: event.type,
        createdAt: metadata.time,
        // A user's stream holds these only.
        summary: describePeopleEvent(event as PeopleEvent),
      })),
    };
  }
}
