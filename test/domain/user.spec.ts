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
