import { foundKey } from '../ports/found-key.js';
import { command } from '../access/use-case.js';
import { plain, reveal } from '../../domain/shared/personal.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { type PersonContext, orUnavailable, type PeopleServices, provenance } from './people-services.js';
import { type OpenedSession, startSession, type Visitor } from './sessions.js';
import { tooManyTries, type TooManyTries } from './too-many-tries.js';

/** POST /dashboard-api/profile/totp */
export interface EnrolTotp {
  readonly by: PersonContext;
}
type EnrolTotpResult =
  | { readonly secret: string; readonly uri: string }
  | { readonly refused: 'totp-exists' }
  | Unavailable;

export const EnrolTotp = command({
  name: 'EnrolTotp',
  need: 'enrolling',
  proof: 'recent',
  run: async (services: PeopleServices, { by }: EnrolTotp): Promise<EnrolTotpResult> => {
    const { people, oneTimeCodes } = services;
    const loaded = await people.openUser(by.userId);
    const { state: user } = loaded;
    const profile = user.status === 'active' ? reveal(user.profile) : undefined;
    if (user.status !== 'active' || profile === undefined) return unavailable;
    const secret = oneTimeCodes.newSecret();
    const sealed = plain(user.profile.kid, secret);
    const command = { type: 'EnrolTotp', enrolmentId: people.ports.ids.next(), secret: sealed } as const;
    const handled = await people.writeUser(provenance(by), by.userId, command, loaded);
    if (!('refused' in handled)) return { secret, uri: oneTimeCodes.uri(secret, profile.email) };
    return handled.refused === 'totp-exists' ? { refused: 'totp-exists' } : unavailable;
  },
});

/** POST /dashboard-api/profile/totp/confirm: the session goes on under a new token, as one with a second factor. */
export interface ConfirmTotp {
  readonly by: PersonContext;
  readonly visitor: Visitor;
  readonly code: string;
}
type ConfirmTotpResult =
  | { readonly codes: readonly string[]; readonly session: OpenedSession }
  | { readonly refused: 'wrong-code' }
  | { readonly refused: 'no-totp' }
  | TooManyTries
  | Unavailable;

export const ConfirmTotp = command({
  name: 'ConfirmTotp',
  need: 'enrolling',
  proof: 'recent',
  run: (services: PeopleServices, command: ConfirmTotp): Promise<ConfirmTotpResult> =>
    orUnavailable(() => confirmTotp(services, command)),
});

async function confirmTotp(
  { people, patience, oneTimeCodes, recoveryCodes }: PeopleServices,
  { by, visitor, code }: ConfirmTotp,
): Promise<ConfirmTotpResult> {
  const { userId } = by;
  const keys = [foundKey('owner code', userId)];
  const loaded = await people.openUser(userId);
  const totp = loaded.state.status === 'active' ? loaded.state.credentials.totp : null;
  const secret = totp === null ? undefined : reveal(totp.secret);
  if (totp === null || totp.lastStep !== null || secret === undefined) return { refused: 'no-totp' };
  const tooMany = await tooManyTries(patience, keys);
  if (tooMany !== undefined) return tooMany;
  const step = oneTimeCodes.check(secret, code, undefined);
  if (step === undefined) return { refused: 'wrong-code' };
  const { codes, hashes } = recoveryCodes.make(userId);
  const { enrolmentId } = totp;
  const command = { type: 'ConfirmTotp', enrolmentId, step, recoveryHashes: hashes } as const;
  const handled = await people.writeUser(provenance(by), userId, command, loaded);
  if ('refused' in handled) return handled.refused === 'unavailable' ? unavailable : { refused: 'no-totp' };
  await patience.succeeded(keys);
  const { state: user } = handled.loaded;
  if (user.status === 'none') return unavailable;
  const session = await startSession(people, { user, visitor, secondFactor: true, proof: 'code', teamId: by.teamId });
  return session === undefined ? unavailable : { codes, session };
}

/** DELETE /dashboard-api/profile/totp, with the recovery codes. */
export interface RemoveTotp {
  readonly by: PersonContext;
}
type RemoveTotpResult = { readonly id: string } | Unavailable;

export const RemoveTotp = command({
  name: 'RemoveTotp',
  need: 'oneself',
  proof: 'recent',
  run: (services: PeopleServices, { by }: RemoveTotp): Promise<RemoveTotpResult> =>
    orUnavailable(async () => {
      const handled = await services.people.writeUser(provenance(by), by.userId, { type: 'RemoveTotp' });
      return 'refused' in handled ? unavailable : { id: by.userId };
    }),
});

/** POST /dashboard-api/profile/recovery-codes: those before open nothing any more. */
export interface MakeRecoveryCodes {
  readonly by: PersonContext;
}
type MakeRecoveryCodesResult = { readonly codes: readonly string[] } | { readonly refused: 'no-totp' } | Unavailable;

export const MakeRecoveryCodes = command({
  name: 'MakeRecoveryCodes',
  need: 'oneself',
  proof: 'recent',
  run: (services: PeopleServices, { by }: MakeRecoveryCodes): Promise<MakeRecoveryCodesResult> =>
    orUnavailable(async () => {
      const { people, recoveryCodes } = services;
      const { codes, hashes } = recoveryCodes.make(by.userId);
      const handled = await people.writeUser(provenance(by), by.userId, { type: 'MakeRecoveryCodes', hashes });
      if (!('refused' in handled)) return { codes };
      return handled.refused === 'unavailable' ? unavailable : { refused: 'no-totp' };
    }),
});
