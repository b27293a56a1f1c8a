import { type Decider, refuse } from '../shared/decider.js';
import type { Client } from '../shared/client.js';
import type { Personal } from '../shared/personal.js';
import {
  type CredentialCommand,
  type CredentialRefusal,
  type Credentials,
  decideCredential,
  evolveCredentials,
  noCredentials,
} from './credentials.js';
import type {
  PasswordOccasion,
  PasswordResetRequested,
  Profile,
  UserCreated,
  UserEmailChangeRequested,
  UserEvent,
} from './events.js';
import { type ChosenWays, endsFactor, removalOf } from './removal.js';

export type UserCommand =
  | { readonly type: 'CreateUser'; readonly user: UserCreated['data']; readonly password: Personal<string> | null }
  | { readonly type: 'SetPassword'; readonly password: Personal<string>; readonly why: PasswordOccasion }
  | {
      readonly type: 'ResetPassword';
      readonly password: Personal<string>;
      readonly tokenHash: string;
      readonly nowMs: number;
      readonly client: Personal<Client>;
      readonly ends?: ChosenWays;
      /** Whether one of the account's factors was shown with the link: without, no factor ends. */
      readonly factorShown?: boolean;
    }
  /** `password`: the one that the prover chooses; null: the provider is the way in. */
  | {
      readonly type: 'ProveAddress';
      readonly by: 'mail' | 'provider';
      readonly password: Personal<string> | null;
      readonly client: Personal<Client>;
    }
  | { readonly type: 'VouchForAddress' }
  /** For a person who has lost every factor. */
  | { readonly type: 'RemoveFactors' }
  | { readonly type: 'RenameUser'; readonly profile: Personal<Profile> }
  | { readonly type: 'RequestEmailChange'; readonly change: UserEmailChangeRequested['data'] }
  | { readonly type: 'ConfirmEmailChange'; readonly tokenHash: string; readonly nowMs: number }
  | {
      readonly type: 'ChangeEmail';
      readonly profile: Personal<Profile>;
      readonly addressHash: string;
      /** By the hash of its new token. */
      readonly change: string;
    }
  | ({ readonly type: 'RequestReset' } & PasswordResetRequested['data'])
  | { readonly type: 'DisableUser' }
  | { readonly type: 'EnableUser' }
  | { readonly type: 'EndSessions' }
  | CredentialCommand;

export type UserState = { readonly status: 'none' } | ExistingUser;

export interface ExistingUser {
  readonly status: 'active' | 'disabled';
  readonly userId: string;
  readonly profile: Personal<Profile>;
  readonly addressHash: string;
  /** False when the account's user may not be the one who reads what is sent to its address. */
  readonly addressProven: boolean;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Null when no password opens it. */
  readonly password: Personal<string> | null;
  /** Sessions of an earlier one have ended. */
  readonly epoch: number;
  /** Browsers that were known in an earlier one are strangers: it also changes with the factors. */
  readonly deviceEpoch: number;
  readonly reset: PasswordResetRequested['data'] | null;
  readonly emailChange: EmailChange | null;
  readonly credentials: Credentials;
}

export type EmailChange = UserEmailChangeRequested['data'] & { readonly confirmed: readonly ('old' | 'new')[] };

export type UserRefusal =
  | 'already-exists'
  | 'not-found'
  | 'disabled'
  | 'link-invalid'
  | 'factor-required'
  | 'address-unproven'
  | 'already-proven'
  | 'last-way-in'
  | CredentialRefusal;

/** Whether both sides have followed their link: only the change itself is left to be done. */
export const isFullyConfirmed = ({ confirmed }: EmailChange): boolean => confirmed.length === 2;

/** Whether the link sets a password now. */
export function isResetOpen({ reset }: ExistingUser, tokenHash: string, nowMs: number): boolean {
  return reset?.tokenHash === tokenHash && nowMs < Date.parse(reset.expiresAt);
}

/**
 * Whether a new password with the link that is open would be the first proof of the address: then every way in from
 * before ends.
 */
export function isFirstProof({ reset, addressProven }: ExistingUser): boolean {
  return reset?.toMailbox === true && !addressProven;
}

/** Whether an account can still be entered once one of its passkeys or providers is gone. */
export function hasOtherWays({ password, credentials: { passkeys, identities } }: ExistingUser): boolean {
  return (password === null ? 0 : 1) + passkeys.size + identities.length > 1;
}

/** A person who may sign in. What a person may do in a team, the team says. */
export const user: Decider<UserCommand, UserState, UserEvent, UserRefusal> = {
  initial: { status: 'none' },

  decide(command, state) {
    if (command.type === 'CreateUser') {
      if (state.status !== 'none') return refuse('already-exists');
      const { user: created, password } = command;
      const opened: UserEvent = { type: 'UserCreated', data: created };
      return password === null ? [opened] : [opened, { type: 'UserPasswordSet', data: { password, why: 'created' } }];
    }
    if (state.status === 'none') return refuse('not-found');
    switch (command.type) {
      case 'DisableUser':
        return state.status === 'disabled' ? [] : [{ type: 'UserDisabled', data: {} }];
      case 'EnableUser':
        return state.status === 'active' ? [] : [{ type: 'UserEnabled', data: {} }];
      case 'EndSessions':
        return [{ type: 'UserSessionsEnded', data: {} }];
      default:
        return state.status === 'disabled' ? refuse('disabled') : decideActive(command, state);
    }
  },

  evolve(state, event, at) {
    if (event.type === 'UserCreated') {
      const { userId, profile, addressHash, addressProven = true } = event.data;
      const nothingYet = { password: null, reset: null, emailChange: null, credentials: noCredentials };
      const begun = { addressProven, createdAt: at, epoch: 0, deviceEpoch: 0, ...nothingYet };
      return { status: 'active', userId, profile, addressHash, ...begun };
    }
    if (state.status === 'none') return state;
    switch (event.type) {
      case 'UserAddressProven':
        return { ...state, addressProven: true };
      case 'UserWaysInEnded': {
        const noWay = { password: null, reset: null, emailChange: null, credentials: noCredentials };
        return { ...state, ...nextEpoch(state), ...noWay };
      }
      case 'UserPasswordSet':
        return { ...state, ...nextEpoch(state), password: event.data.password, reset: null };
      case 'UserRenamed':
        return { ...state, profile: event.data.profile };
      case 'UserEmailChangeRequested':
        return { ...state, emailChange: { ...event.data, confirmed: [] } };
      case 'UserEmailChangeConfirmed': {
        const { emailChange } = state;
        if (emailChange === null) return state;
        return { ...state, emailChange: { ...emailChange, confirmed: [...emailChange.confirmed, event.data.by] } };
      }
      case 'UserEmailChanged': {
        const { profile, addressHash } = event.data;
        // A link that the old address was sent opens nothing any more.
        return { ...state, profile, addressHash, emailChange: null, reset: null };
      }
      case 'PasswordResetRequested':
        return { ...state, reset: event.data };
      case 'UserDisabled':
        return { ...state, ...nextEpoch(state), status: 'disabled', reset: null, emailChange: null };
      case 'UserEnabled':
        return { ...state, status: 'active' };
      case 'UserSessionsEnded':
        return { ...state, ...nextEpoch(state) };
      case 'CredentialsRemoved': {
        const password = event.data.why === 'lost' ? null : state.password;
        const credentials = evolveCredentials(state.credentials, event, at);
        return { ...state, ...nextEpoch(state), password, credentials };
      }
      default: {
        const deviceEpoch = state.deviceEpoch + (factorChanges.has(event.type) ? 1 : 0);
        return { ...state, deviceEpoch, credentials: evolveCredentials(state.credentials, event, at) };
      }
    }
  },
};

const nextEpoch = ({ epoch, deviceEpoch }: ExistingUser) => ({ epoch: epoch + 1, deviceEpoch: deviceEpoch + 1 });

const factorChanges: ReadonlySet<string> = new Set<UserEvent['type']>([
  'TotpConfirmed',
  'TotpRemoved',
  'PasskeyAdded',
  'PasskeyRemoved',
]);

type ActiveCommand = Exclude<
  UserCommand,
  { readonly type: 'CreateUser' | 'DisableUser' | 'EnableUser' | 'EndSessions' }
>;

function decideActive(command: ActiveCommand, state: ExistingUser) {
  switch (command.type) {
    case 'SetPassword': {
      const { password, why } = command;
      return [{ type: 'UserPasswordSet', data: { password, why } } as const];
    }
    case 'ResetPassword': {
      const { password, tokenHash, nowMs, client, ends, factorShown = false } = command;
      if (!isResetOpen(state, tokenHash, nowMs)) return refuse('link-invalid');
      const set = { type: 'UserPasswordSet', data: { password, why: 'reset', client } } as const;
      if (isFirstProof(state)) return [...firstProof('mail'), set];
      const removed = ends === undefined ? undefined : removalOf(state.credentials, ends, 'reset');
      if (removed === undefined) return [set];
      return endsFactor(removed) && !factorShown ? refuse('factor-required') : [removed, set];
    }
    case 'RemoveFactors': {
      const ends = { passkeyIds: [...state.credentials.passkeys.keys()], app: true, providers: [] };
      const removed = removalOf(state.credentials, ends, 'lost');
      return removed === undefined ? [] : [removed];
    }
    case 'ProveAddress': {
      const { by, password, client } = command;
      if (state.addressProven) return refuse('already-proven');
      if (password === null) return firstProof(by);
      return [...firstProof(by), { type: 'UserPasswordSet', data: { password, why: 'reset', client } } as const];
    }
    case 'VouchForAddress':
      return state.addressProven ? [] : [{ type: 'UserAddressProven', data: { by: 'operator' } } as const];
    case 'RenameUser':
      return [{ type: 'UserRenamed', data: { profile: command.profile } } as const];
    case 'RequestEmailChange':
      if (!state.addressProven) return refuse('address-unproven');
      return [{ type: 'UserEmailChangeRequested', data: command.change } as const];
    case 'ConfirmEmailChange': {
      const by = sideOf(state.emailChange, command.tokenHash);
      if (state.emailChange === null || by === undefined) return refuse('link-invalid');
      if (command.nowMs >= Date.parse(state.emailChange.expiresAt)) return refuse('link-invalid');
      if (state.emailChange.confirmed.includes(by)) return [];
      return [{ type: 'UserEmailChangeConfirmed', data: { by } } as const];
    }
    case 'ChangeEmail': {
      const { profile, addressHash, change } = command;
      const isConfirmed = state.emailChange?.newTokenHash === change && isFullyConfirmed(state.emailChange);
      if (isConfirmed) return [{ type: 'UserEmailChanged', data: { profile, addressHash } } as const];
      // Done already, or another change was asked for in between.
      return state.addressHash === addressHash ? [] : refuse('link-invalid');
    }
    case 'RequestReset': {
      const { type: _, ...data } = command;
      return [{ type: 'PasswordResetRequested', data } as const];
    }
    default: {
      if (command.type === 'LinkIdentity' && !state.addressProven) return refuse('address-unproven');
      const decided = decideCredential(command, state.credentials);
      const takesAway = Array.isArray(decided) && decided.some(({ type }) => waysGone.has(type));
      return takesAway && !hasOtherWays(state) ? refuse('last-way-in') : decided;
    }
  }
}

/** The ways in so far were not, or not provably, set by the owner of the address: none of them stays. */
const firstProof = (by: 'mail' | 'provider') =>
  [
    { type: 'UserAddressProven', data: { by } },
    { type: 'UserWaysInEnded', data: {} },
  ] as const;

const waysGone: ReadonlySet<string> = new Set<UserEvent['type']>(['PasskeyRemoved', 'IdentityUnlinked']);

function sideOf(change: EmailChange | null, tokenHash: string): 'old' | 'new' | undefined {
  if (change?.oldTokenHash === tokenHash) return 'old';
  return change?.newTokenHash === tokenHash ? 'new' : undefined;
}
