import type { PeopleServices } from '../../../application/people/people-services.js';
import { DailyLimits } from '../../../application/people/daily-limits.js';
import { People } from '../../../application/people/people.js';
import type { TeamCreationServices } from '../../../application/people/team-creation.js';
import { ApiKeys } from '../../../application/api-key/api-keys.js';
import { type NoticePorts, sendNotice } from '../../../application/notice/send-notice.js';
import type { DailyAllowances } from '../../../application/ports/daily-allowances.js';
import type { SignInPatience } from '../../../application/ports/sign-in-patience.js';
import { type Config, publicUrlOf } from '../../../infrastructure/config/config.js';
import { newApiToken, newSecretToken } from '../../../infrastructure/crypto/tokens.js';
import { Argon2Hasher } from '../../../infrastructure/people/argon2-hasher.js';
import { createOneTimeCodes, createRecoveryCodes } from '../../../infrastructure/people/codes.js';
import { createPasskeys } from '../../../infrastructure/people/passkeys/passkeys.js';
import { relyingPartyOf } from '../../../infrastructure/people/passkeys/relying-party.js';
import { createIdentityProviders } from '../../../infrastructure/people/providers/identity-providers.js';
import type { Base } from './base.js';

export interface PeopleOptions {
  readonly patience: SignInPatience;
  readonly allowances: DailyAllowances;
  readonly installationId: string;
  readonly onProviderFailure: (provider: string, reason: string) => void;
}

/** Who may ask: people, by what they sign in, and API keys. `sending` carries the mails that people get. */
export function peopleServices(
  base: Base,
  sending: Omit<NoticePorts, keyof Base>,
  config: Config,
  options: PeopleOptions,
) {
  const { ports, teamOwners } = base;
  const passwords = new Argon2Hasher();
  // A port that the system chooses is in no link, and no provider knows it.
  const passkeys = createPasskeys(config.publicUrl === null ? undefined : relyingPartyOf(config.publicUrl));
  const notices: NoticePorts = { ...base, ...sending };
  const services: Required<Omit<PeopleServices & TeamCreationServices, keyof Base | 'domains'>> = {
    passwords,
    people: new People({ ...ports, passwords, passkeys, newSecretToken }),
    patience: options.patience,
    oneTimeCodes: createOneTimeCodes(ports.clock),
    recoveryCodes: createRecoveryCodes(ports.hash),
    passkeys,
    identityProviders: createIdentityProviders(config.identityProviders, {
      publicUrl: () => publicUrlOf(config, config.port),
      monotonicMs: () => ports.clock.monotonicMs(),
      noteFailure: options.onProviderFailure,
    }),
    // These mails belong to no team: a person who can read such a mail can take over the account that it opens.
    notify: ({ to, ...mail }) =>
      sendNotice(notices, { ...mail, to: [to], teamId: options.installationId, cause: { eventId: mail.eventId } }),
    dailyLimits: new DailyLimits({
      allowances: options.allowances,
      teamOwners,
      invitationsPerDay: config.invitationsPerDay,
      signUpsPerDay: config.signUpsPerDay,
    }),
    teamCreation: { by: config.teamCreation, perPerson: config.teamsPerPerson },
  };
  return { ...services, apiKeys: new ApiKeys({ ...ports, newToken: newApiToken }) };
}
