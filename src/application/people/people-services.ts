import type { Provenance } from '../shared/handle.js';
import type { IdentityProviders } from '../ports/identity-providers.js';
import type { OneTimeCodes } from '../ports/one-time-codes.js';
import type { Passkeys } from '../ports/passkeys.js';
import type { PasswordHasher } from '../ports/password-hasher.js';
import type { InTurn } from '../shared/fair-semaphore.js';
import type { SignInPatience } from '../ports/sign-in-patience.js';
import type { RecoveryCodes } from '../ports/recovery-codes.js';
import type { SendingDomains } from '../sending-domain/sending-domains.js';
import { type Unavailable, unavailable } from '../shared/context.js';
import type { DailyLimits } from './daily-limits.js';
import type { People, SignedIn } from './people.js';
import { provenanceOf } from './people.js';

/** A person who asks, and under which request. */
export interface PersonContext extends SignedIn {
  readonly correlationId: string;
}

/** Mail of the server itself; false: it cannot be sent as things are. */
type Notify = (mail: {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The event that it tells of: one mail for each. */
  readonly eventId: string;
}) => Promise<boolean>;

/** What use cases about people stand on. */
export interface PeopleServices {
  readonly people: People;
  readonly patience: SignInPatience;
  readonly notify: Notify;
  readonly passwords: PasswordHasher;
  readonly oneTimeCodes: OneTimeCodes;
  readonly recoveryCodes: RecoveryCodes;
  readonly passkeys: Passkeys;
  readonly identityProviders: IdentityProviders;
  readonly domains: Pick<SendingDomains, 'state' | 'verified'>;
  /** Without it as many mails are sent as are asked for. */
  readonly dailyLimits?: DailyLimits;
  /** Without it lists of people wait for no turn. */
  readonly inTurn?: InTurn;
  /** Called with errors of work that no request waits for. */
  readonly onFailure: (error: unknown) => void;
}

/** A person without a team has nothing to change in one: the guard before this has refused already. */
export function teamOf(by: PersonContext): string {
  if (by.teamId === null) throw new Error('the person has chosen no team');
  return by.teamId;
}

export function provenance(by: PersonContext): Provenance {
  return provenanceOf(by);
}

/** The engines cannot write, or too many passwords are looked at: the same request may be tried again. */
export async function orUnavailable<Result>(work: () => Promise<Result>): Promise<Result | Unavailable> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && busy.has(error.code)) return unavailable;
    throw error;
  }
}

const busy: ReadonlySet<unknown> = new Set(['password-hasher-busy', 'vault-unavailable', 'event-log-unavailable']);

/** What use cases about an account's password and address stand on. */
export type AccountServices = Pick<
  PeopleServices,
  'people' | 'patience' | 'notify' | 'passwords' | 'dailyLimits' | 'onFailure'
>;
