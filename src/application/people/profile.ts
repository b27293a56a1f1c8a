import { command, query } from '../access/use-case.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import { summariesIn } from '../../domain/shared/event.js';
import { userStreams } from '../../domain/user/events.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { type PersonContext, orUnavailable, type AccountServices, provenance } from './people-services.js';
import { proveOwner } from './owner-proof.js';
import { type Erased, openSessionsOf, rolesOf, type TeamOfPerson } from './own-sessions.js';
import { type OpenedSession, startSession, type Visitor } from './sessions.js';
import type { SessionDocument } from '../../projections/people/people.projections.js';
import { type GuessablePassword, weaknessOf } from './chosen-password.js';
import type { TooManyTries } from './too-many-tries.js';

/** PATCH /dashboard-api/profile */
export interface RenameProfile {
  readonly by: PersonContext;
  readonly name: string;
}
type RenameProfileResult = { readonly id: string } | Unavailable;

export const RenameProfile = command({
  name: 'RenameProfile',
  need: 'oneself',
  proof: 'none',
  run: async (services: Pick<AccountServices, 'people'>, { by, name }: RenameProfile): Promise<RenameProfileResult> => {
    const { people } = services;
    const loaded = await people.openUser(by.userId);
    const profile = loaded.state.status === 'none' ? undefined : reveal(loaded.state.profile);
    if (loaded.state.status === 'none' || profile === undefined) return unavailable;
    const renamed = plain(loaded.state.profile.kid, { ...profile, name });
    const command = { type: 'RenameUser', profile: renamed } as const;
    const handled = await people.writeUser(provenance(by), by.userId, command, loaded);
    return 'refused' in handled ? unavailable : { id: by.userId };
  },
});

/** POST /dashboard-api/profile/password. `current` undefined: the person has none so far. */
export interface ChangePassword {
  readonly by: PersonContext;
  readonly visitor: Visitor;
  readonly current: string | undefined;
  readonly password: string;
}
type ChangePasswordResult =
  | { readonly state: 'signed_in'; readonly session: OpenedSession }
  | GuessablePassword
  | { readonly refused: 'wrong-password' }
  | TooManyTries
  | Unavailable;

export const ChangePassword = command({
  name: 'ChangePassword',
  need: 'oneself',
  proof: 'recent-or-password',
  run: (services: AccountServices, command: ChangePassword): Promise<ChangePasswordResult> =>
    orUnavailable(() => changePassword(services, command)),
});

/** Every session ends with it; the browser that asked gets a new one. */
async function changePassword(
  services: AccountServices,
  { by, visitor, current, password }: ChangePassword,
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
  const before = await people.session(by.sessionId);
  const hadSecond = before.status === 'open' && before.session.secondFactor;
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
export interface ExportProfile {
  readonly userId: string;
}
interface OwnData {
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

const summaryOf = summariesIn([userStreams]);

export const ExportProfile = query({
  name: 'ExportProfile',
  need: 'oneself',
  run: async (services: Pick<AccountServices, 'people'>, { userId }: ExportProfile): Promise<OwnData | Erased> => {
    const { people } = services;
    const { state, events } = await people.openUser(userId);
    const profile = state.status === 'none' ? undefined : reveal(state.profile);
    if (state.status === 'none' || profile === undefined) return { refused: 'erased' };
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
        summary: summaryOf(event),
      })),
    };
  },
});
