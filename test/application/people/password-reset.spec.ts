import { createAccount } from '../../../src/application/people/accounts.js';
import type { PeopleServices } from '../../../src/application/people/people-services.js';
import { holderOf, linkIdentity } from '../../../src/application/people/linked-identity.js';
import { makeResetToken } from '../../../src/application/people/reset-token.js';
import { ConfirmReset, LookAtReset } from '../../../src/application/people/password-reset.js';
import { provenanceOf } from '../../../src/application/people/people.js';
import { plain } from '../../../src/domain/shared/personal.js';
import { peopleServicesOf, userId, visitor } from '../../support/people-services.js';
import { codeOf } from '../../support/totp.js';
import { useWorld, world, World } from '../../support/world.js';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const by = provenanceOf({ teamId: null, userId, correlationId: 'r' });
const identity = {
  provider: 'github',
  issuer: 'https://github.com',
  subject: '7',
  email: 'ada@example.com',
  name: 'Ada',
} as const;
const none = { passkeyIds: [], app: false, providers: [] };
const nothing = { code: undefined, recoveryCode: undefined };

describe('a link for a new password, of an account with other ways in', () => {
  useWorld();
  let services: PeopleServices;
  let step: number;
  let recoveryCode: string;
  beforeEach(async () => {
    services = await peopleServicesOf(world, { host: 'mail.example.com' });
    const { people, recoveryCodes } = services;
    step = Math.floor(world.clock.now() / 30_000);
    const account = { userId, email: 'ada@example.com', name: 'Ada', passwordHash: 'old', addressProven: true };
    await createAccount(people, by, account);
    const { state } = await people.openUser(userId);
    if (state.status === 'none') throw new Error('no user');
    const { kid } = state.profile;
    await people.writeUser(by, userId, { type: 'EnrolTotp', enrolmentId: 'app', secret: plain(kid, secret) });
    const { codes, hashes: recoveryHashes } = recoveryCodes.make(userId);
    recoveryCode = codes[0] ?? '';
    await people.writeUser(by, userId, { type: 'ConfirmTotp', enrolmentId: 'app', step: step - 1, recoveryHashes });
    for (const [passkeyId, host] of [
      ['laptop', 'mail.example.com'],
      ['phone', 'old.example.com'],
    ] as const) {
      const passkey = plain(kid, { name: passkeyId, credentialId: passkeyId, publicKey: 'k', transports: [] });
      await people.writeUser(by, userId, { type: 'AddPasskey', passkeyId, passkey, counter: 0, host });
    }
    expect(await linkIdentity(people, by, userId, identity)).toBe('linked');
  });

  const link = async () => {
    const made = await makeResetToken(services.people, userId, by, 'mailbox');
    if (made === undefined) throw new Error('no link');
    return made.token;
  };
  const look = (token: string) => LookAtReset.start(services).run({ token });
  const confirm = (token: string, ends: object = {}, given: object = {}) =>
    ConfirmReset.start(services).run({
      visitor,
      network: '192.0.2.1',
      token,
      password: 'the second password',
      ends: { ...none, ...ends },
      given: { ...nothing, ...given },
    });
  const credentials = async () => {
    const { state } = await services.people.openUser(userId);
    if (state.status === 'none') throw new Error('no user');
    const { passkeys, totp, recoveryCodes, identities } = state.credentials;
    return [[...passkeys.keys()], totp !== null, recoveryCodes.length, identities.map(({ provider }) => provider)];
  };

  it('names them, as often as it is asked, and changes nothing', async () => {
    const token = await link();
    const before = (await world.store.readAll({ limit: 1_000 })).events.length;
    for (let times = 0; times < 2; times += 1) {
      expect(await look(token)).toMatchObject({
        endsEverything: false,
        sessions: 0,
        passkeys: [
          { id: 'laptop', name: 'laptop', host: 'mail.example.com' },
          { id: 'phone', name: 'phone', host: 'old.example.com' },
        ],
        app: true,
        recoveryCodes: 10,
        identities: [{ provider: 'github', name: 'GitHub' }],
        factors: { app: true, passkeys: true, passkeyHosts: ['old.example.com'] },
      });
    }
    expect((await world.store.readAll({ limit: 1_000 })).events).toHaveLength(before);
  });

  it('names nothing once it is used, expired or another one is asked for', async () => {
    const first = await link();
    const second = await link();
    expect(await look(first)).toEqual({ refused: 'link-invalid' });
    await confirm(second);
    expect(await look(second)).toEqual({ refused: 'link-invalid' });
    const third = await link();
    world.clock.advance(3_600_000);
    expect(await look(third)).toEqual({ refused: 'link-invalid' });
    expect(await look('nonsense')).toEqual({ refused: 'link-invalid' });
  });

  it('ends providers by itself, and leaves their identities to others', async () => {
    expect(await confirm(await link(), { providers: ['github'] })).toEqual({ id: userId });
    expect(await credentials()).toEqual([['laptop', 'phone'], true, 10, []]);
    expect(await holderOf(services.people, identity)).toBeUndefined();
  });

  it('ends no factor without one', async () => {
    const token = await link();
    for (const ends of [{ app: true }, { passkeyIds: ['laptop'] }]) {
      expect(await confirm(token, ends)).toEqual({ refused: 'factor-required' });
      expect(await confirm(token, ends, { code: '000000' })).toEqual({ refused: 'wrong-code' });
    }
    expect(await credentials()).toEqual([['laptop', 'phone'], true, 10, ['github']]);
    // The link is still good.
    expect(await confirm(token)).toEqual({ id: userId });
  });

  it('ends factors with a code of the app, which is used up', async () => {
    const code = codeOf(secret, step);
    expect(await confirm(await link(), { passkeyIds: ['phone'] }, { code })).toEqual({ id: userId });
    expect(await credentials()).toEqual([['laptop'], true, 10, ['github']]);
    expect(await confirm(await link(), { app: true }, { code })).toEqual({ refused: 'wrong-code' });
  });

  it('ends all of them with a recovery code', async () => {
    const ends = { passkeyIds: ['laptop', 'phone'], app: true, providers: ['github'] };
    expect(await confirm(await link(), ends, { recoveryCode })).toEqual({ id: userId });
    expect(await credentials()).toEqual([[], false, 0, []]);
  });

  it('has guesses of codes counted as those of a sign-in, and takes none once it has expired', async () => {
    const token = await link();
    const answers = [];
    for (let times = 0; times < 8; times += 1) answers.push(await confirm(token, { app: true }, { code: '000000' }));
    expect(answers.at(-1)).toMatchObject({ refused: 'too-many-tries' });
    world.clock.advance(3_600_000);
    expect(await confirm(token, { app: true }, { code: '000000' })).toEqual({ refused: 'link-invalid' });
  });
});

describe('a person whose passkeys belong to another host name', () => {
  it('reads which, and is asked for a passkey all the same', async () => {
    const world = await World.create();
    const { people } = await peopleServicesOf(world, { host: 'new.example.com' });
    const account = { userId, email: 'ada@example.com', name: 'Ada', passwordHash: 'old', addressProven: true };
    await createAccount(people, by, account);
    const add = async (passkeyId: string, host: object) => {
      const { state } = await people.openUser(userId);
      if (state.status === 'none') throw new Error('no user');
      const stored = { name: passkeyId, credentialId: passkeyId, publicKey: 'k', transports: [] };
      const passkey = plain(state.profile.kid, stored);
      await people.writeUser(by, userId, { type: 'AddPasskey', passkeyId, passkey, counter: 0, ...host });
      const { state: user } = await people.openUser(userId);
      if (user.status === 'none') throw new Error('no user');
      return [people.factorsOf(user), people.shownFactorsOf(user)];
    };
    const asked = { app: false, passkeys: true };
    expect(await add('old', { host: 'old.example.com' })).toEqual([
      asked,
      { app: false, passkeys: false, passkeyHosts: ['old.example.com'] },
    ]);
    // A passkey from before hosts were recorded: the browser decides.
    expect(await add('unknown', {})).toEqual([
      asked,
      { app: false, passkeys: true, passkeyHosts: ['old.example.com'] },
    ]);
  });
});
