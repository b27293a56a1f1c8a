import { kidOf, plain } from '../../src/domain/shared/personal.js';
import type { UserEvent } from '../../src/domain/user/events.js';
import { user } from '../../src/domain/user/user.js';
import { userAddress } from '../../src/domain/user/user-address.js';
import { givenAt, specOf } from '../support/decider-spec.js';

const { given } = specOf(user);
const kid = kidOf('row', 0);
const profile = plain(kid, { email: 'ada@example.com', name: 'Ada' });
const created: UserEvent = { type: 'UserCreated', data: { userId: 'u', profile, addressHash: 'a' } };
const password = plain(kid, 'hash');
const set = (why: 'created' | 'changed' | 'reset'): UserEvent => ({ type: 'UserPasswordSet', data: { password, why } });
const nowMs = Date.parse(givenAt);
const expiresAt = new Date(nowMs + 1_000).toISOString();
const requested: UserEvent = { type: 'PasswordResetRequested', data: { tokenHash: 't', expiresAt } };
const disabled: UserEvent = { type: 'UserDisabled', data: {} };
const changing: UserEvent = {
  type: 'UserEmailChangeRequested',
  data: { email: plain(kid, 'b@example.com'), oldTokenHash: 'o', newTokenHash: 'n', expiresAt },
};
const epochOf = (...past: readonly UserEvent[]) => {
  const { state } = given(...past);
  return state.status === 'none' ? undefined : state.epoch;
};

describe('a user', () => {
  it('is created once', () => {
    const create = { type: 'CreateUser', user: created.data as never, password: null } as const;
    given().when(create).then(created);
    given(created).when(create).thenRefused('already-exists');
  });

  it('ends every session with a new password, with all at once, and when disabled', () => {
    const ended: UserEvent = { type: 'UserSessionsEnded', data: {} };
    expect(epochOf(created)).toBe(0);
    expect(epochOf(created, set('created'), set('changed'), ended, disabled)).toBe(4);
    expect(epochOf(created, disabled, { type: 'UserEnabled', data: {} })).toBe(1);
  });

  it('takes the newest link once, in time, and none while disabled', () => {
    const client = plain(kid, { address: '192.0.2.1', userAgent: null });
    const reset = { type: 'ResetPassword', password, tokenHash: 't', nowMs, client } as const;
    given(created, requested)
      .when(reset)
      .then({ type: 'UserPasswordSet', data: { password, why: 'reset', client } });
    given(created, requested)
      .when({ ...reset, nowMs: nowMs + 1_000 })
      .thenRefused('link-invalid');
    given(created, requested, set('reset')).when(reset).thenRefused('link-invalid');
    given(created, requested, { ...requested, data: { tokenHash: 'x', expiresAt } })
      .when(reset)
      .thenRefused('link-invalid');
    given(created, requested, disabled).when(reset).thenRefused('disabled');
  });

  it('has another address once both sides have confirmed', () => {
    const confirm = (tokenHash: string) => ({ type: 'ConfirmEmailChange', tokenHash, nowMs }) as const;
    const change = { type: 'ChangeEmail', profile, addressHash: 'b', change: 'n' } as const;
    const by = (side: 'old' | 'new'): UserEvent => ({ type: 'UserEmailChangeConfirmed', data: { by: side } });
    given(created, changing).when(confirm('o')).then(by('old'));
    given(created, changing, by('old')).when(confirm('o')).thenNothing();
    given(created, changing).when(confirm('x')).thenRefused('link-invalid');
    given(created, changing, by('old')).when(change).thenRefused('link-invalid');
    given(created, changing, by('old'), by('new'))
      .when(change)
      .then({ type: 'UserEmailChanged', data: { profile, addressHash: 'b' } });
    given(created, changing, by('old'), by('new'))
      .when({ ...change, change: 'of another one' })
      .thenRefused('link-invalid');
    const changed: UserEvent = { type: 'UserEmailChanged', data: { profile, addressHash: 'b' } };
    given(created, changing, by('old'), by('new'), changed).when(change).thenNothing();
  });
});

describe('a user whose address is not proven', () => {
  const unproven: UserEvent = { ...created, data: { ...created.data, addressProven: false } as never };
  const proven = (by: 'mail' | 'provider' | 'operator'): UserEvent => ({ type: 'UserAddressProven', data: { by } });
  const ended: UserEvent = { type: 'UserWaysInEnded', data: {} };
  const client = plain(kid, { address: '192.0.2.1', userAgent: null });
  const byMail: UserEvent = { type: 'PasswordResetRequested', data: { tokenHash: 't', expiresAt, toMailbox: true } };
  const reset = { type: 'ResetPassword', password, tokenHash: 't', nowMs, client } as const;
  const resetDone: UserEvent = { type: 'UserPasswordSet', data: { password, why: 'reset', client } };
  const link = { type: 'LinkIdentity', provider: 'oidc', identityHash: 'i' } as const;

  it('proves it by the first link that was sent there: everything from before ends', () => {
    given(unproven, set('created'), byMail).when(reset).then(proven('mail'), ended, resetDone);
    given(unproven, set('created'), requested).when(reset).then(resetDone);
    given(unproven, proven('mail'), ended, byMail).when(reset).then(resetDone);
    given(created, byMail).when(reset).then(resetDone);
  });

  it('has none of its ways in after the proof', () => {
    const passkey = plain(kid, { name: 'P', credentialId: 'c', publicKey: 'k', transports: [] });
    const { state } = given(
      unproven,
      set('created'),
      { type: 'PasskeyAdded', data: { passkeyId: 'p', passkey, counter: 0 } },
      { type: 'TotpEnrolled', data: { enrolmentId: 'e', secret: plain(kid, 's') } },
      { type: 'TotpConfirmed', data: { enrolmentId: 'e', step: 1 } },
      { type: 'RecoveryCodesMade', data: { hashes: ['h'] } },
      { type: 'IdentityLinked', data: { provider: 'oidc', identityHash: 'i' } },
      requested,
      proven('provider'),
      ended,
    );
    expect(state).toMatchObject({
      addressProven: true,
      password: null,
      reset: null,
      emailChange: null,
      epoch: 2,
      credentials: { totp: null, recoveryCodes: [], passkeys: new Map(), identities: [] },
    });
  });

  it('is proven once, and takes neither a provider nor another address before', () => {
    const prove = { type: 'ProveAddress', by: 'mail', password, client } as const;
    given(unproven).when(prove).then(proven('mail'), ended, resetDone);
    given(unproven)
      .when({ ...prove, by: 'provider', password: null })
      .then(proven('provider'), ended);
    given(unproven, proven('operator')).when(prove).thenRefused('already-proven');
    given(created).when(prove).thenRefused('already-proven');
    given(unproven).when(link).thenRefused('address-unproven');
    given(unproven).when({ type: 'RequestEmailChange', change: changing.data }).thenRefused('address-unproven');
    given(unproven, proven('operator'))
      .when(link)
      .then({ type: 'IdentityLinked', data: { provider: 'oidc', identityHash: 'i' } });
  });

  it('is vouched for by the operator, once, and keeps what opens it', () => {
    given(unproven, set('created')).when({ type: 'VouchForAddress' }).then(proven('operator'));
    given(unproven, proven('operator')).when({ type: 'VouchForAddress' }).thenNothing();
    expect(epochOf(unproven, set('created'), proven('operator'))).toBe(1);
  });
});

describe('an address', () => {
  const of = specOf(userAddress);
  const taken = { type: 'UserAddressTaken', data: { userId: 'u' } } as const;

  it('is of one user, and free again afterwards', () => {
    const take = { type: 'TakeAddress', userId: 'u', insteadOf: null, change: null } as const;
    const free = { type: 'FreeAddress', userId: 'u' } as const;
    const freed = { type: 'UserAddressFreed', data: {} } as const;
    of.given().when(take).then(taken);
    of.given(taken).when(take).thenNothing();
    of.given(taken)
      .when({ ...take, userId: 'v' })
      .thenRefused('taken');
    of.given(taken)
      .when({ ...take, userId: 'v', insteadOf: 'u' })
      .then({ type: 'UserAddressTaken', data: { userId: 'v' } });
    of.given(taken)
      .when({ ...free, userId: 'v' })
      .thenNothing();
    of.given(taken).when(free).then(freed);
  });

  it('is taken anew by a change that comes back to it, so that an earlier one does not free it', () => {
    const again = { type: 'UserAddressTaken', data: { userId: 'u', change: 'c' } } as const;
    const take = { type: 'TakeAddress', userId: 'u', insteadOf: null, change: 'c' } as const;
    const free = (heldFor: string | null) => ({ type: 'FreeAddress', userId: 'u', heldFor }) as const;
    of.given(taken).when(take).then(again);
    of.given(taken, again).when(take).thenNothing();
    of.given(taken, again).when(free(null)).thenNothing();
    of.given(taken, again).when(free('c')).then({ type: 'UserAddressFreed', data: {} });
  });
});
