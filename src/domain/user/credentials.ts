import { type Decision, refuse, unreachable } from '../shared/decider.js';
import type { Personal } from '../shared/personal.js';
import type { CredentialEvent, PasskeyAdded, PasskeyUsed, StoredPasskey } from './credential-events.js';

/** What a person can prove their identity with, beside the password. */
export interface Credentials {
  readonly totp: Totp | null;
  /** Hashes of those that are left. */
  readonly recoveryCodes: readonly string[];
  /** In the order in which they were added. */
  readonly passkeys: ReadonlyMap<string, KeptPasskey>;
  /** Challenges of the last passkey sign-ins; each opened one session. */
  readonly answeredChallenges: readonly string[];
  readonly identities: readonly LinkedIdentity[];
}

interface Totp {
  readonly enrolmentId: string;
  readonly secret: Personal<string>;
  /** Null when no code of it was seen yet, so it asks for nothing. */
  readonly lastStep: number | null;
}

interface KeptPasskey {
  readonly passkey: Personal<StoredPasskey>;
  readonly counter: number;
  /** ISO 8601. */
  readonly addedAt: string;
  readonly lastUsedAt: string | null;
  /** The host name that it belongs to; null: not known. */
  readonly host: string | null;
}

interface LinkedIdentity {
  readonly provider: string;
  readonly identityHash: string;
  /** ISO 8601. */
  readonly linkedAt: string;
}

export const noCredentials: Credentials = {
  totp: null,
  recoveryCodes: [],
  passkeys: new Map(),
  answeredChallenges: [],
  identities: [],
};

export type CredentialCommand =
  | { readonly type: 'EnrolTotp'; readonly enrolmentId: string; readonly secret: Personal<string> }
  | {
      readonly type: 'ConfirmTotp';
      readonly enrolmentId: string;
      readonly step: number;
      readonly recoveryHashes: readonly string[];
    }
  | { readonly type: 'UseTotpStep'; readonly enrolmentId: string; readonly step: number }
  | { readonly type: 'RemoveTotp' }
  | { readonly type: 'MakeRecoveryCodes'; readonly hashes: readonly string[] }
  | { readonly type: 'UseRecoveryCode'; readonly hash: string }
  | ({ readonly type: 'AddPasskey' } & PasskeyAdded['data'])
  | ({ readonly type: 'UsePasskey' } & PasskeyUsed['data'])
  | { readonly type: 'RemovePasskey'; readonly passkeyId: string }
  | { readonly type: 'LinkIdentity'; readonly provider: string; readonly identityHash: string }
  | { readonly type: 'UnlinkIdentity'; readonly identityHash: string };

export type CredentialRefusal =
  | 'totp-exists'
  | 'no-totp'
  | 'code-invalid'
  | 'passkey-not-found'
  | 'passkey-refused'
  | 'too-many-passkeys';

export const maxPasskeys = 20;
/** A challenge is valid for five minutes; a person cannot answer this many in that time. */
const keptChallenges = 50;

/** Whether codes of an authenticator app count. */
export function asksForCode({ totp }: Credentials): boolean {
  return totp?.lastStep != null;
}

/** The factors that stand beside a password, or instead of it. */
export interface Factors {
  /** An authenticator app, with its recovery codes. */
  readonly app: boolean;
  readonly passkeys: boolean;
}

export function factorsOf(credentials: Credentials): Factors {
  return { app: asksForCode(credentials), passkeys: credentials.passkeys.size > 0 };
}

export function decideCredential(
  command: CredentialCommand,
  state: Credentials,
): Decision<CredentialEvent, CredentialRefusal> {
  const { totp, passkeys, identities } = state;
  switch (command.type) {
    case 'EnrolTotp': {
      const { enrolmentId, secret } = command;
      return asksForCode(state) ? refuse('totp-exists') : [{ type: 'TotpEnrolled', data: { enrolmentId, secret } }];
    }
    case 'ConfirmTotp': {
      const { enrolmentId, step, recoveryHashes: hashes } = command;
      if (totp?.enrolmentId !== enrolmentId) return refuse('no-totp');
      if (totp.lastStep !== null) return refuse('totp-exists');
      return [
        { type: 'TotpConfirmed', data: { enrolmentId, step } },
        { type: 'RecoveryCodesMade', data: { hashes } },
      ];
    }
    case 'UseTotpStep': {
      const { enrolmentId, step } = command;
      if (totp?.enrolmentId !== enrolmentId || totp.lastStep === null) return refuse('no-totp');
      return step <= totp.lastStep ? refuse('code-invalid') : [{ type: 'TotpStepUsed', data: { enrolmentId, step } }];
    }
    case 'RemoveTotp':
      return totp === null ? [] : [{ type: 'TotpRemoved', data: {} }];
    case 'MakeRecoveryCodes':
      if (!asksForCode(state)) return refuse('no-totp');
      return [{ type: 'RecoveryCodesMade', data: { hashes: command.hashes } }];
    case 'UseRecoveryCode': {
      const { hash } = command;
      return state.recoveryCodes.includes(hash)
        ? [{ type: 'RecoveryCodeUsed', data: { hash } }]
        : refuse('code-invalid');
    }
    case 'AddPasskey': {
      const { type: _, ...data } = command;
      if (passkeys.has(data.passkeyId)) return [];
      return passkeys.size >= maxPasskeys ? refuse('too-many-passkeys') : [{ type: 'PasskeyAdded', data }];
    }
    case 'UsePasskey': {
      const { type: _, ...data } = command;
      const { passkeyId, counter, challengeHash } = data;
      const kept = passkeys.get(passkeyId);
      if (kept === undefined) return refuse('passkey-not-found');
      const wentBack = (counter > 0 || kept.counter > 0) && counter <= kept.counter;
      if (wentBack || state.answeredChallenges.includes(challengeHash)) return refuse('passkey-refused');
      return [{ type: 'PasskeyUsed', data }];
    }
    case 'RemovePasskey': {
      const { passkeyId } = command;
      return passkeys.has(passkeyId) ? [{ type: 'PasskeyRemoved', data: { passkeyId } }] : refuse('passkey-not-found');
    }
    case 'LinkIdentity': {
      const { provider, identityHash } = command;
      const isLinked = identities.some((each) => each.identityHash === identityHash);
      return isLinked ? [] : [{ type: 'IdentityLinked', data: { provider, identityHash } }];
    }
    case 'UnlinkIdentity': {
      const { identityHash } = command;
      const isLinked = identities.some((each) => each.identityHash === identityHash);
      return isLinked ? [{ type: 'IdentityUnlinked', data: { identityHash } }] : [];
    }
    default:
      return unreachable(command);
  }
}

export function evolveCredentials(state: Credentials, event: CredentialEvent, at: string): Credentials {
  switch (event.type) {
    case 'TotpEnrolled':
      return { ...state, totp: { ...event.data, lastStep: null } };
    case 'TotpConfirmed':
    case 'TotpStepUsed': {
      const { enrolmentId, step } = event.data;
      return state.totp?.enrolmentId === enrolmentId ? { ...state, totp: { ...state.totp, lastStep: step } } : state;
    }
    case 'TotpRemoved':
      return { ...state, totp: null, recoveryCodes: [] };
    case 'RecoveryCodesMade':
      return { ...state, recoveryCodes: event.data.hashes };
    case 'RecoveryCodeUsed':
      return { ...state, recoveryCodes: state.recoveryCodes.filter((hash) => hash !== event.data.hash) };
    case 'PasskeyAdded': {
      const { passkeyId, passkey, counter, host = null } = event.data;
      const added = { passkey, counter, addedAt: at, lastUsedAt: null, host };
      return { ...state, passkeys: new Map(state.passkeys).set(passkeyId, added) };
    }
    case 'PasskeyUsed': {
      const { passkeyId, counter, challengeHash, host } = event.data;
      const kept = state.passkeys.get(passkeyId);
      const passkeys = new Map(state.passkeys);
      if (kept !== undefined) passkeys.set(passkeyId, { ...kept, counter, lastUsedAt: at, host: host ?? kept.host });
      const answeredChallenges = [...state.answeredChallenges, challengeHash].slice(-keptChallenges);
      return { ...state, passkeys, answeredChallenges };
    }
    case 'PasskeyRemoved': {
      const passkeys = new Map(state.passkeys);
      passkeys.delete(event.data.passkeyId);
      return { ...state, passkeys };
    }
    case 'CredentialsRemoved': {
      const { passkeyIds, app, identities: gone } = event.data;
      const passkeys = new Map([...state.passkeys].filter(([id]) => !passkeyIds.includes(id)));
      const isGone = ({ identityHash }: LinkedIdentity) => gone.some((each) => each.identityHash === identityHash);
      const identities = state.identities.filter((each) => !isGone(each));
      return { ...state, passkeys, identities, ...(app ? { totp: null, recoveryCodes: [] } : {}) };
    }
    case 'IdentityLinked':
      return { ...state, identities: [...state.identities, { ...event.data, linkedAt: at }] };
    case 'IdentityUnlinked': {
      const identities = state.identities.filter((each) => each.identityHash !== event.data.identityHash);
      return { ...state, identities };
    }
    default:
      return unreachable(event);
  }
}
