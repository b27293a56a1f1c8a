import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { plain, reveal } from '../../domain/shared/personal.js';
import { asksForCode } from '../../domain/user/credentials.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import { type Asking, orUnavailable, type PeopleServices, provenance } from './asking.js';
import { proveOwner } from './profile.js';
import { showCode } from './second-factor.js';
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
  const session = await startSession(people, { user, visitor, secondFactor: true, teamId: by.teamId });
  return session === undefined ? unavailable : { codes, session };
}

/** What the owner shows again: one of the two. */
export interface Proof {
  readonly password: string | undefined;
  readonly code: string | undefined;
}

type ProofRefused =
  | { readonly refused: 'wrong-password' }
  | { readonly refused: 'wrong-code' }
  | { readonly refused: 'no-totp' }
  | TooManyTries
  | Unavailable;

/** DELETE /dashboard-api/profile/totp, with the recovery codes. */
export class RemoveTotpCommand extends Command<RemoveTotpResult> {
  constructor(
    readonly by: Asking,
    readonly proof: Proof,
  ) {
    super();
  }
}
export type RemoveTotpResult = { readonly id: string } | ProofRefused;

@CommandHandler(RemoveTotpCommand)
export class RemoveTotpHandler implements ICommandHandler<RemoveTotpCommand> {
  constructor(private readonly services: PeopleServices) {}

  execute({ by, proof }: RemoveTotpCommand): Promise<RemoveTotpResult> {
    return orUnavailable(async () => {
      const refused = await prove(this.services, by, proof);
      if (refused !== undefined) return refused;
      const handled = await this.services.people.writeUser(provenance(by), by.userId, { type: 'RemoveTotp' });
      return 'refused' in handled ? unavailable : { id: by.userId };
    });
  }
}

/** POST /dashboard-api/profile/recovery-codes: those before open nothing any more. */
export class MakeRecoveryCodesCommand extends Command<MakeRecoveryCodesResult> {
  constructor(
    readonly by: Asking,
    readonly proof: Proof,
  ) {
    super();
  }
}
export type MakeRecoveryCodesResult = { readonly codes: readonly string[] } | ProofRefused;

@CommandHandler(MakeRecoveryCodesCommand)
export class MakeRecoveryCodesHandler implements ICommandHandler<MakeRecoveryCodesCommand> {
  constructor(private readonly services: PeopleServices) {}

  execute({ by, proof }: MakeRecoveryCodesCommand): Promise<MakeRecoveryCodesResult> {
    return orUnavailable(async () => {
      const { people, recoveryCodes } = this.services;
      const refused = await prove(this.services, by, proof);
      if (refused !== undefined) return refused;
      const { codes, hashes } = recoveryCodes.make(by.userId);
      const handled = await people.writeUser(provenance(by), by.userId, { type: 'MakeRecoveryCodes', hashes });
      if (!('refused' in handled)) return { codes };
      return handled.refused === 'unavailable' ? unavailable : { refused: 'no-totp' };
    });
  }
}

/** Who has no password shows a code: a session alone, which may be stolen, takes no factor away. */
async function prove(
  services: PeopleServices,
  by: Asking,
  { password, code }: Proof,
): Promise<ProofRefused | undefined> {
  const loaded = await services.people.openUser(by.userId);
  const { state: user } = loaded;
  if (user.status !== 'active') return unavailable;
  if (!asksForCode(user.credentials)) return { refused: 'no-totp' };
  if (code !== undefined) {
    const occasion = { user, loaded, by: provenance(by), keys: [`owner code ${by.userId}`] };
    return showCode(services, occasion, { code, recoveryCode: undefined });
  }
  if (user.password === null) return { refused: 'wrong-code' };
  const proven = await proveOwner(services, by, password);
  return 'refused' in proven ? proven : undefined;
}
