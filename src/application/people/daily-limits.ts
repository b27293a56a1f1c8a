import type { Allowance, DailyAllowances } from '../ports/daily-allowances.js';
import { wideNetworkOf } from '../ports/sign-in-patience.js';
import type { LimitKey } from '../ports/limit-key.js';
import { foundKey } from '../ports/found-key.js';
import type { TeamOwners } from '../shared/team-owners.js';

export interface TooManyToday {
  readonly refused: 'too-many-today';
  readonly what: 'invitations' | 'address-changes' | 'sign-ups' | 'choices';
  readonly retryAfterSeconds: number;
}

/** Emails to one address, over all requests for them: its owner has not asked for any. */
const mailsToStranger = 5;
const addressChangesOfPerson = 10;
/** Each takes back the link before it, so that a flood of them is more than a nuisance. */
const resetsOfAddress = 20;

/** People change their mind; each change stays in the log. */
const choicesOfLink = 50;
/** Parts of a day's sign-ups: of one IPv4 address or 64 bits of IPv6, and of 24 or 48 bits. */
const networksShare = 0.1;
const wideShare = 0.25;

export interface DailyLimitsOptions {
  readonly allowances: DailyAllowances;
  readonly teamOwners: Pick<TeamOwners, 'of'>;
  /** Limit for all teams of one owner; one person may send half of them. */
  readonly invitationsPerDay: number;
  /** For all teams of one owner: what people and programs without a key enter into their forms. */
  readonly signUpsPerDay: number;
}

/** Keeps people from having this server write mails without end, to strangers above all. */
export class DailyLimits {
  constructor(private readonly options: DailyLimitsOptions) {}

  /** @returns undefined when it is counted, and may be sent. */
  async invitation(by: { readonly userId: string; readonly teamId: string }, addressHash: string) {
    const { teamOwners, invitationsPerDay } = this.options;
    return this.take('invitations', [
      { key: foundKey('invitations by', by.userId), limit: Math.ceil(invitationsPerDay / 2) },
      { key: foundKey('invitations of', await teamOwners.of(by.teamId)), limit: invitationsPerDay },
      toStranger(addressHash),
    ]);
  }

  /**
   * Counts a person's change to a new address, which gets an email.
   * @returns undefined when it was counted and may go on.
   */
  addressChange(userId: string, addressHash: string) {
    const ofPerson = { key: foundKey('address changes by', userId), limit: addressChangesOfPerson };
    return this.take('address-changes', [ofPerson, toStranger(addressHash)]);
  }

  /**
   * Counts a sign-up by somebody without a key. One network, and what is around it, are a part of the day.
   * @returns undefined when it was counted and may go on.
   */
  async signUp(teamId: string, network: string): Promise<TooManyToday | undefined> {
    const { teamOwners, signUpsPerDay: limit } = this.options;
    const owner = await teamOwners.of(teamId);
    return this.take('sign-ups', [
      { key: foundKey('sign-ups of', owner), limit },
      { key: foundKey('sign-ups of', owner, 'from', network), limit: Math.ceil(limit * networksShare) },
      {
        key: foundKey('sign-ups of', owner, 'from around', wideNetworkOf(network)),
        limit: Math.ceil(limit * wideShare),
      },
    ]);
  }

  /**
   * Counts a yes by the link of an email.
   * @returns undefined when it was counted and may go on.
   */
  joinAgain(link: LimitKey): Promise<TooManyToday | undefined> {
    return this.take('choices', [{ key: link, limit: choicesOfLink }]);
  }

  /** Whether one more link that sets a password may be sent to this address. */
  async reset(addressHash: string): Promise<boolean> {
    const ofAddress = { key: foundKey('resets of', addressHash), limit: resetsOfAddress };
    return (await this.options.allowances.take([ofAddress])) === 0;
  }

  private async take(what: TooManyToday['what'], allowances: readonly Allowance[]): Promise<TooManyToday | undefined> {
    const waitMs = await this.options.allowances.take(allowances);
    return waitMs === 0 ? undefined : { refused: 'too-many-today', what, retryAfterSeconds: Math.ceil(waitMs / 1_000) };
  }
}

const toStranger = (addressHash: string): Allowance => ({
  key: foundKey('emails to', addressHash),
  limit: mailsToStranger,
});
