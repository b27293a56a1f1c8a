import type { Allowance, DailyAllowances } from '../ports/daily-allowances.js';
import type { TeamOwners } from '../shared/team-owners.js';

export interface TooManyToday {
  readonly refused: 'too-many-today';
  readonly what: 'invitations' | 'address-changes';
  readonly retryAfterSeconds: number;
}

/** Eemails to one address, over all requests for them: its owner has not asked for any. */
const mailsToStranger = 5;
const addressChangesOfPerson = 10;
/** Each takes back the link before it, so that a flood of them is more than a nuisance. */
const resetsOfAddress = 20;

export interface DailyLimitsOptions {
  readonly allowances: DailyAllowances;
  readonly teamOwners: Pick<TeamOwners, 'of'>;
  /** Limit for all teams of one owner; one person may send half of them. */
  readonly invitationsPerDay: number;
}

/** Keeps people from having this server write mails without end, to strangers above all. */
export class DailyLimits {
  constructor(private readonly options: DailyLimitsOptions) {}

  /** @returns undefined when it is counted, and may be sent. */
  async invitation(by: { readonly userId: string; readonly teamId: string }, addressHash: string) {
    const { teamOwners, invitationsPerDay } = this.options;
    return this.take('invitations', [
      { key: `invitations by ${by.userId}`, limit: Math.ceil(invitationsPerDay / 2) },
      { key: `invitations of ${await teamOwners.of(by.teamId)}`, limit: invitationsPerDay },
      toStranger(addressHash),
    ]);
  }

  /**
   * Counts a person's change to a new address, which gets an email.
   * @returns undefined when it was counted and may go on.
   */
  addressChange(userId: string, addressHash: string) {
    const ofPerson = { key: `address changes by ${userId}`, limit: addressChangesOfPerson };
    return this.take('address-changes', [ofPerson, toStranger(addressHash)]);
  }

  /** Whether one more link that sets a password may be sent to this address. */
  async reset(addressHash: string): Promise<boolean> {
    const ofAddress = { key: `resets of ${addressHash}`, limit: resetsOfAddress };
    return (await this.options.allowances.take([ofAddress])) === 0;
  }

  private async take(what: TooManyToday['what'], allowances: readonly Allowance[]): Promise<TooManyToday | undefined> {
    const waitMs = await this.options.allowances.take(allowances);
    return waitMs === 0 ? undefined : { refused: 'too-many-today', what, retryAfterSeconds: Math.ceil(waitMs / 1_000) };
  }
}

const toStranger = (addressHash: string): Allowance => ({ key: `emails to ${addressHash}`, limit: mailsToStranger });
