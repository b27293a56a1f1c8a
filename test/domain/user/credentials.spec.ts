import type { CredentialEvent, PasskeyAdded } from '../../../src/domain/user/credential-events.js';
import { asksForCode, maxPasskeys } from '../../../src/domain/user/credentials.js';
import type { UserCreated, UserEvent, UserPasswordSet } from '../../../src/domain/user/events.js';
import { user } from '../../../src/domain/user/user.js';
import { userIdentity } from '../../../src/domain/user/user-identity.js';
import { kidOf, plain } from '../../../src/domain/shared/personal.js';
import { specOf } from '../../support/decider-spec.js';

const kid = kidOf('0195d6a0-0000-7000-8000-000000000040', 0);
const created: UserCreated = {
  type: 'UserCreated',
  data: { userId: 'user-1', profile: plain(kid, { email: 'a@example.com', name: 'A' }), addressHash: 'hash' },
};
const password: UserPasswordSet = { type: 'UserPasswordSet', data: { password: plain(kid, 'hash'), why: 'created' } };
const secret = plain(kid, 'SECRET');
const enrolled: CredentialEvent = { type: 'TotpEnrolled', data: { enrolmentId: 'first', secret } };
const confirmed: CredentialEvent = { type: 'TotpConfirmed', data: { enrolmentId: 'first', step: 100 } };
const codes: CredentialEvent = { type: 'RecoveryCodesMade', data: { hashes: ['one', 'two'] } };
const passkey = plain(kid, { name: 'Laptop', credentialId: 'id', publicKey: 'key', transports: [] });
const added: PasskeyAdded = { type: 'PasskeyAdded', data: { passkeyId: 'laptop', passkey, counter: 5 } };

const { given } = specOf(user);
const asks = (...past: readonly UserEvent[]): boolean => {
  const { state } = given(created, ...past);
  return state.status !== 'none' && asksForCode(state.credentials);
};

describe('an authenticator app', () => {
  it('asks for codes once one was seen, and until it is removed', () => {
    expect(asks(enrolled)).toBe(false);
    expect(asks(enrolled, confirmed)).toBe(true);
    expect(asks(enrolled, confirmed, { type: 'TotpRemoved', data: {} })).toBe(false);
  });

  it('is enrolled anew while no code was seen, and not after', () => {
    const again = { type: 'EnrolTotp', enrolmentId: 'second', secret } as const;
    given(created, enrolled)
      .when(again)
      .then({ type: 'TotpEnrolled', data: { enrolmentId: 'second', secret } });
    given(created, enrolled, confirmed).when(again).thenRefused('totp-exists');
  });

  it('is confirmed with recovery codes, by a code of the latest secret only', () => {
    const confirm = { type: 'ConfirmTotp', enrolmentId: 'first', step: 100, recoveryHashes: ['one', 'two'] } as const;
    given(created, enrolled).when(confirm).then(confirmed, codes);
    const second: CredentialEvent = { type: 'TotpEnrolled', data: { enrolmentId: 'second', secret } };
    given(created, enrolled, second).when(confirm).thenRefused('no-totp');
    given(created, enrolled, confirmed).when(confirm).thenRefused('totp-exists');
    given(created).when(confirm).thenRefused('no-totp');
  });

  it('takes each step once, and none before the last', () => {
    const use = (step: number) => ({ type: 'UseTotpStep', enrolmentId: 'first', step }) as const;
    const used = (step: number): CredentialEvent => ({ type: 'TotpStepUsed', data: { enrolmentId: 'first', step } });
    given(created, enrolled, confirmed).when(use(100)).thenRefused('code-invalid');
    given(created, enrolled, confirmed).when(use(102)).then(used(102));
    given(created, enrolled, confirmed, used(102)).when(use(102)).thenRefused('code-invalid');
    given(created, enrolled, confirmed, used(102)).when(use(101)).thenRefused('code-invalid');
    given(created, enrolled).when(use(101)).thenRefused('no-totp');
  });

  it('is removed once', () => {
    const remove = { type: 'RemoveTotp' } as const;
    given(created, enrolled, confirmed).when(remove).then({ type: 'TotpRemoved', data: {} });
    given(created).when(remove).thenNothing();
  });
});

describe('recovery codes', () => {
  const use = (hash: string) => ({ type: 'UseRecoveryCode', hash }) as const;

  it('open one sign-in each', () => {
    const used: CredentialEvent = { type: 'RecoveryCodeUsed', data: { hash: 'one' } };
    given(created, enrolled, confirmed, codes).when(use('one')).then(used);
    given(created, enrolled, confirmed, codes, used).when(use('one')).thenRefused('code-invalid');
    given(created, enrolled, confirmed, codes).when(use('three')).thenRefused('code-invalid');
  });

  it('replace those before, and go with the app', () => {
    const make = { type: 'MakeRecoveryCodes', hashes: ['three'] } as const;
    const made: CredentialEvent = { type: 'RecoveryCodesMade', data: { hashes: ['three'] } };
    given(created, enrolled, confirmed, codes).when(make).then(made);
    given(created, enrolled, confirmed, codes, made).when(use('one')).thenRefused('code-invalid');
    given(created, enrolled).when(make).thenRefused('no-totp');
    const removed: CredentialEvent = { type: 'TotpRemoved', data: {} };
    given(created, enrolled, confirmed, codes, removed).when(use('one')).thenRefused('code-invalid');
  });
});

describe('passkeys', () => {
  const use = (counter: number, challengeHash = 'question') =>
    ({ type: 'UsePasskey', passkeyId: 'laptop', counter, challengeHash }) as const;
  const used = (counter: number, challengeHash = 'question'): CredentialEvent => ({
    type: 'PasskeyUsed',
    data: { passkeyId: 'laptop', counter, challengeHash },
  });

  it('are added up to a number, and removed', () => {
    const add = { type: 'AddPasskey', passkeyId: 'laptop', passkey, counter: 5 } as const;
    given(created).when(add).then(added);
    given(created, added).when(add).thenNothing();
    const many = Array.from({ length: maxPasskeys }, (_, index): CredentialEvent => {
      return { type: 'PasskeyAdded', data: { passkeyId: `${index}`, passkey, counter: 0 } };
    });
    given(created, ...many)
      .when(add)
      .thenRefused('too-many-passkeys');
    const remove = { type: 'RemovePasskey', passkeyId: 'laptop' } as const;
    const removed: CredentialEvent = { type: 'PasskeyRemoved', data: { passkeyId: 'laptop' } };
    given(created, password, added).when(remove).then(removed);
    given(created, added, removed).when(remove).thenRefused('passkey-not-found');
    given(created, added, removed).when(use(6)).thenRefused('passkey-not-found');
  });

  it('count upwards', () => {
    given(created, added).when(use(6)).then(used(6));
    given(created, added).when(use(5)).thenRefused('passkey-refused');
    given(created, added, used(9)).when(use(9, 'next')).thenRefused('passkey-refused');
  });

  it('answer each question once, where the device does not count either', () => {
    const uncounted: CredentialEvent = { type: 'PasskeyAdded', data: { passkeyId: 'laptop', passkey, counter: 0 } };
    given(created, uncounted, used(0)).when(use(0, 'next')).then(used(0, 'next'));
    given(created, uncounted, used(0)).when(use(0)).thenRefused('passkey-refused');
  });
});

describe('the browsers that the person is known in', () => {
  const epochOf = (...past: readonly UserEvent[]) => {
    const { state } = given(created, password, ...past);
    return state.status === 'none' ? undefined : { sessions: state.epoch, devices: state.deviceEpoch };
  };
  const totpRemoved: UserEvent = { type: 'TotpRemoved', data: {} };
  const passkeyRemoved: UserEvent = { type: 'PasskeyRemoved', data: { passkeyId: 'laptop' } };

  it.each<[string, readonly UserEvent[], number, number]>([
    ['a reset', [{ type: 'UserPasswordSet', data: { password: plain(kid, 'hash'), why: 'reset' } }], 1, 1],
    ['every session ended', [{ type: 'UserSessionsEnded', data: {} }], 1, 1],
    ['an app that was added', [enrolled, confirmed], 0, 1],
    ['an app that was removed', [enrolled, confirmed, totpRemoved], 0, 2],
    ['a passkey that was added', [added], 0, 1],
    ['a passkey that was removed', [added, passkeyRemoved], 0, 2],
    ['a code that was used', [enrolled, codes], 0, 0],
  ])('are strangers after %s', (_what, past, sessions, devices) => {
    expect(epochOf(...past)).toEqual({ sessions: 1 + sessions, devices: 1 + devices });
  });
});

describe('several ways in at once', () => {
  const client = plain(kid, { address: '192.0.2.1', userAgent: null });
  const expiresAt = '2026-03-01T11:00:00.000Z';
  const nowMs = Date.parse(expiresAt) - 1;
  const requested: UserEvent = { type: 'PasswordResetRequested', data: { tokenHash: 't', expiresAt, toMailbox: true } };
  const linked = { provider: 'oidc', identityHash: 'who' };
  const identity: CredentialEvent = { type: 'IdentityLinked', data: linked };
  const app = [enrolled, confirmed, codes];
  const set: UserEvent = { type: 'UserPasswordSet', data: { password: plain(kid, 'new'), why: 'reset', client } };
  const reset = { type: 'ResetPassword', password: plain(kid, 'new'), tokenHash: 't', nowMs, client } as const;
  const none = { passkeyIds: [], app: false, providers: [] };
  const removed = (data: object, why: 'reset' | 'lost' = 'reset') =>
    ({ type: 'CredentialsRemoved', data: { passkeyIds: [], app: false, identities: [], ...data, why } }) as const;

  it('end beside a new password: providers by the link alone, a factor once one was shown', () => {
    const account = () => given(created, password, added, identity, ...app, requested);
    account()
      .when({ ...reset, ends: none })
      .then(set);
    account()
      .when({ ...reset, ends: { ...none, providers: ['oidc', 'github'] } })
      .then(removed({ identities: [linked] }), set);
    for (const ends of [
      { ...none, app: true },
      { ...none, passkeyIds: ['laptop'] },
    ]) {
      account()
        .when({ ...reset, ends })
        .thenRefused('factor-required');
    }
    account()
      .when({ ...reset, ends: { passkeyIds: ['laptop', 'gone'], app: true, providers: [] }, factorShown: true })
      .then(removed({ passkeyIds: ['laptop'], app: true }), set);
    // What the account does not have asks for nothing.
    given(created, password, requested)
      .when({ ...reset, ends: { passkeyIds: ['laptop'], app: true, providers: ['oidc'] } })
      .then(set);
    account()
      .when({ ...reset, nowMs: nowMs + 1, ends: { ...none, app: true }, factorShown: true })
      .thenRefused('link-invalid');
  });

  it('end with the first proof of the address, whatever was chosen', () => {
    const unproven: UserEvent = { type: 'UserCreated', data: { ...created.data, addressProven: false } };
    given(unproven, password, added, requested)
      .when({ ...reset, ends: { ...none, passkeyIds: ['laptop'] } })
      .then({ type: 'UserAddressProven', data: { by: 'mail' } }, { type: 'UserWaysInEnded', data: {} }, set);
  });

  it('end by the operator, for a person who has lost every factor', () => {
    const remove = { type: 'RemoveFactors' } as const;
    given(created, password, added, identity, ...app)
      .when(remove)
      .then(removed({ passkeyIds: ['laptop'], app: true }, 'lost'));
    given(created, added)
      .when(remove)
      .then(removed({ passkeyIds: ['laptop'] }, 'lost'));
    given(created, password, identity, enrolled).when(remove).thenNothing();
    given(created, password, added, { type: 'UserDisabled', data: {} }).when(remove).thenRefused('disabled');
  });

  it('open nothing any more, and neither do sessions and devices from before', () => {
    const past = [created, password, added, identity, ...app] as const;
    const { state: reduced } = given(...past, removed({ passkeyIds: ['laptop'], app: true }, 'lost'));
    expect(reduced).toMatchObject({ password: null, epoch: 2, deviceEpoch: 4 });
    expect(reduced).toMatchObject({
      credentials: { totp: null, recoveryCodes: [], passkeys: new Map(), identities: [linked] },
    });
    const { state: kept } = given(...past, removed({ identities: [linked] }));
    expect(kept).toMatchObject({ epoch: 2, credentials: { identities: [], recoveryCodes: ['one', 'two'] } });
    expect(kept).toHaveProperty('password', password.data.password);
  });
});

describe('the host name that a passkey belongs to', () => {
  const hostAfter = (...past: readonly CredentialEvent[]) => {
    const { state } = given(created, ...past);
    return state.status === 'none' ? undefined : state.credentials.passkeys.get('laptop')?.host;
  };
  const host = 'mail.example.com';
  const used = { passkeyId: 'laptop', counter: 6, challengeHash: 'question' };

  it('is where it was made; of one from before, where it was used', () => {
    expect(hostAfter({ ...added, data: { ...added.data, host } })).toBe(host);
    expect(hostAfter(added)).toBeNull();
    expect(hostAfter(added, { type: 'PasskeyUsed', data: used })).toBeNull();
    expect(hostAfter(added, { type: 'PasskeyUsed', data: { ...used, host } })).toBe(host);
    given(created, added)
      .when({ type: 'UsePasskey', ...used, host })
      .then({ type: 'PasskeyUsed', data: { ...used, host } });
  });
});

describe('the last way into an account', () => {
  it('is neither removed nor unlinked', () => {
    const identity: CredentialEvent = { type: 'IdentityLinked', data: { provider: 'oidc', identityHash: 'who' } };
    const remove = { type: 'RemovePasskey', passkeyId: 'laptop' } as const;
    const unlink = { type: 'UnlinkIdentity', identityHash: 'who' } as const;
    given(created, added).when(remove).thenRefused('last-way-in');
    given(created, identity).when(unlink).thenRefused('last-way-in');
    given(created, added, identity)
      .when(remove)
      .then({ type: 'PasskeyRemoved', data: { passkeyId: 'laptop' } });
    given(created, added, identity)
      .when(unlink)
      .then({ type: 'IdentityUnlinked', data: { identityHash: 'who' } });
  });
});

describe('identities at a provider', () => {
  const link = { type: 'LinkIdentity', provider: 'oidc', identityHash: 'who' } as const;
  const linked: CredentialEvent = { type: 'IdentityLinked', data: { provider: 'oidc', identityHash: 'who' } };
  const unlink = { type: 'UnlinkIdentity', identityHash: 'who' } as const;
  const unlinked: CredentialEvent = { type: 'IdentityUnlinked', data: { identityHash: 'who' } };

  it('are linked and unlinked once', () => {
    given(created).when(link).then(linked);
    given(created, linked).when(link).thenNothing();
    given(created, password, linked).when(unlink).then(unlinked);
    given(created, linked, unlinked).when(unlink).thenNothing();
  });

  it('belong to one user', () => {
    const { given: givenIdentity } = specOf(userIdentity);
    const taken = { type: 'UserIdentityTaken', data: { userId: 'user-1' } } as const;
    const freed = { type: 'UserIdentityFreed', data: {} } as const;
    const take = (userId: string) => ({ type: 'TakeIdentity', userId }) as const;
    givenIdentity().when(take('user-1')).then(taken);
    givenIdentity(taken).when(take('user-1')).thenNothing();
    givenIdentity(taken).when(take('user-2')).thenRefused('taken');
    givenIdentity(taken).when({ type: 'FreeIdentity', userId: 'user-2' }).thenNothing();
    givenIdentity(taken).when({ type: 'FreeIdentity', userId: 'user-1' }).then(freed);
    givenIdentity(taken, freed)
      .when(take('user-2'))
      .then({ type: 'UserIdentityTaken', data: { userId: 'user-2' } });
  });
});

it('a user who is disabled proves nothing', () => {
  const disabled: UserEvent = { type: 'UserDisabled', data: {} };
  given(created, enrolled, confirmed, disabled)
    .when({ type: 'UseTotpStep', enrolmentId: 'first', step: 200 })
    .thenRefused('disabled');
});
