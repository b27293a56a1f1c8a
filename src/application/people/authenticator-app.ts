import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { plain, reveal } from '../../domain/shared/personal.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { type Asking, orUnavailable, type PeopleServices, provenance } from './asking.js';
import { type OpenedSession, startSession, type Visitor } from './sessions.js';
import { tooManyTries, type TooManyTries } from './too-many-tries.js';

/** POST /dashboard-api/profile/totp */
export class EnrolTotpCommand extends Command<EnrolTotpResult> {
  constructor(readonly by: Asking) {
    super();
  }
}
export type EnrolTotpResult =
  | { readonly secret: string; readonly uri: string }
  | { readonly refused: 'totp-exists' }
  | Unavailable;

@CommandHandler(EnrolTotpCommand)
export class EnrolTotpHandler implements ICommandHandler<EnrolTotpCommand> {
  constructor(private readonly services: PeopleServices) {}

  async execute({ by }: EnrolTotpCommand): Promise<EnrolTotpResult> {
    const { people, oneTimeCodes } = this.services;
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
  }
}

/** POST /dashboard-api/profile/totp/confirm: the session goes on under a new token, as one with a second factor. */
export class ConfirmTotpCommand extends Command<ConfirmTotpResult> {
  constructor(
    readonly by: Asking,
    readonly visitor: Visitor,
    readonly code: string,
  ) {
    super();
  }
}
export type ConfirmTotpResult =
  | { readonly codes: readonly string[]; readonly session: OpenedSession }
  | { readonly refused: 'wrong-code' }
  | { readonly refused: 'no-totp' }
  | TooManyTries
  | Unavailable;

@CommandHandler(ConfirmTotpCommand)
export class ConfirmTotpHandler implements ICommandHandler<ConfirmTotpCommand> {
  constructor(private readonly services: PeopleServices) {}

  execute(command: ConfirmTotpCommand): Promise<ConfirmTotpResult> {
    return orUnavailable(() => confirmTotp(this.services, command));
  }
}

async function confirmTotp(
  { people, patience, oneTimeCodes, recoveryCodes }: PeopleServices,
  { by, visitor, code }: ConfirmTotpCommand,
): Promise<ConfirmTotpResult> {
  const { userId } = by;
  const keys = [`owner code ${userId}`];
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
export class RemoveTotpCommand extends Command<RemoveTotpResult> {
  constructor(readonly by: Asking) {
    super();
  }
}
export type RemoveTotpResult = { readonly id: string } | Unavailable;

@CommandHandler(RemoveTotpCommand)
export class RemoveTotpHandler implements ICommandHandler<RemoveTotpCommand> {
  constructor(private readonly services: PeopleServices) {}

  execute({ by }: RemoveTotpCommand): Promise<RemoveTotpResult> {
    return orUnavailable(async () => {
      const handled = await this.services.people.writeUser(provenance(by), by.userId, { type: 'RemoveTotp' });
      return 'refused' in handled ? unavailable : { id: by.userId };
    });
  }
}

/** POST /dashboard-api/profile/recovery-codes: those before open nothing any more. */
export class MakeRecoveryCodesCommand extends Command<MakeRecoveryCodesResult> {
  constructor(readonly by: Asking) {
    super();
  }
}
export type MakeRecoveryCodesResult =
  | { readonly codes: readonly string[] }
  | { readonly refused: 'no-totp' }
  | Unavailable;

@CommandHandler(MakeRecoveryCodesCommand)
export class MakeRecoveryCodesHandler implements ICommandHandler<MakeRecoveryCodesCommand> {
  constructor(private readonly services: PeopleServices) {}

  execute({ by }: MakeRecoveryCodesCommand): Promise<MakeRecoveryCodesResult> {
    return orUnavailable(async () => {
      const { people, recoveryCodes } = this.services;
      const { codes, hashes } = recoveryCodes.make(by.userId);
      const handled = await people.writeUser(provenance(by), by.userId, { type: 'MakeRecoveryCodes', hashes });
      if (!('refused' in handled)) return { codes };
      return handled.refused === 'unavailable' ? unavailable : { refused: 'no-totp' };
    });
  }
}
