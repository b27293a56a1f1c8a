import { createAccount, userIdOf } from '../../../src/application/people/accounts.js';
import type { PeopleServices } from '../../../src/application/people/people-services.js';
import { ChangeEmail, ConfirmEmail } from '../../../src/application/people/links.js';
import { ConfirmReset, RequestReset } from '../../../src/application/people/password-reset.js';
import { type People, provenanceOf } from '../../../src/application/people/people.js';
import { DailyLimits } from '../../../src/application/people/daily-limits.js';
import { createInProcessDailyAllowances } from '../../../src/infrastructure/rate-limiter/in-process-daily-allowances.js';
import { eventually } from '../../support/gate.js';
import { peopleServicesOf, signedIn, userId, visitor } from '../../support/people-services.js';
import { World } from '../../support/world.js';

const linkTo = (token: string) => `https://posthorn.test/?token=${token}`;

describe('links by mail', () => {
  let world: World;
  let services: PeopleServices;
  let people: People;
  let mails: { readonly to: string; readonly text: string }[];
  const tokens = () => mails.map(({ text }) => /token=(\S+)/.exec(text)?.[1] ?? '');

  beforeEach(async () => {
    world = await World.create();
    mails = [];
    // The clear text is the hash: what is tried here is links.
    const passwords = {
      hash: async (text: string) => text,
      verify: async (text: string, hash?: string) => text === hash,
    };
    services = {
      ...(await peopleServicesOf(world)),
      passwords,
      notify: async (mail) => mails.push(mail) > 0,
      onFailure: (error) => {
        throw error;
      },
    };
    ({ people } = services);
    const by = provenanceOf({ teamId: null, userId, correlationId: 'r' });
    const account = {
      userId,
      email: 'old@example.com',
      name: 'Ada',
      passwordHash: 'the first password',
      addressProven: true,
    };
    expect(await createAccount(people, by, account)).toEqual({ userId });
  });

  const askReset = (email: string) => RequestReset.start(services).run({ visitor, network: 'n', email, linkTo });
  const confirmReset = (token: string) =>
    ConfirmReset.start(services).run({
      visitor,
      network: 'n',
      token,
      password: 'the second password',
      ends: { passkeyIds: [], app: false, providers: [] },
      given: { code: undefined, recoveryCode: undefined },
    });
  const confirmEmail = (token: string) => ConfirmEmail.start(services).run({ visitor, token });

  it('set a password once, within an hour, and the newest only', async () => {
    await askReset('old@example.com');
    await eventually(async () => mails.length === 1);
    await askReset('old@example.com');
    await eventually(async () => mails.length === 2);
    const [first = '', second = ''] = tokens();
    expect(await confirmReset(first)).toEqual({ refused: 'link-invalid' });
    expect(await confirmReset(second)).toEqual({ id: userId });
    expect(await confirmReset(second)).toEqual({ refused: 'link-invalid' });
    expect(await people.user(userId)).toMatchObject({ epoch: 2, reset: null });
    await askReset('old@example.com');
    await eventually(async () => mails.length === 3);
    world.clock.advance(3_600_000);
    expect(await confirmReset(tokens()[2] ?? '')).toEqual({ refused: 'link-invalid' });
  });

  it('are not sent where there is no account, and the answer is the same', async () => {
    expect(await askReset('nobody@example.com')).toEqual({ asked: true });
    expect(await askReset('old@example.com')).toEqual({ asked: true });
    await eventually(async () => mails.length === 1);
    expect(mails.map(({ to }) => to)).toEqual(['old@example.com']);
  });

  it('are sent to one address so often in a day, and no more', async () => {
    const allowances = createInProcessDailyAllowances(() => world.clock.now());
    const teamOwners = { of: async (teamId: string) => teamId };
    services = {
      ...services,
      dailyLimits: new DailyLimits({ allowances, teamOwners, signUpsPerDay: 100, invitationsPerDay: 100 }),
    };
    for (let count = 0; count < 25; count += 1) {
      world.clock.advance(20 * 60_000);
      await askReset('old@example.com');
      await askReset('nobody@example.com');
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(async () => mails.length === 20);
    const by = { sessionId: 's', userId, teamId: null, role: null, secondFactor: 'done', expiresAt: '' } as const;
    const ask = () =>
      ChangeEmail.start(services).run({
        by: { ...by, correlationId: 'r' },
        email: 'stranger@example.com',
        password: 'the first password',
        linkTo,
      });
    for (let count = 0; count < 5; count += 1) expect(await ask()).toEqual({ id: userId });
    expect(await ask()).toMatchObject({ refused: 'too-many-today', what: 'address-changes' });
  });

  it('change the address once both sides have followed theirs', async () => {
    const ask = (password: string) =>
      ChangeEmail.start(services).run({ by: signedIn, email: 'new@example.com', password, linkTo });
    expect(await ask('wrong')).toEqual({ refused: 'wrong-password' });
    expect(await ask('the first password')).toEqual({ id: userId });
    expect(mails.map(({ to }) => to)).toEqual(['old@example.com', 'new@example.com']);
    const [old = '', fresh = ''] = tokens();
    expect(await confirmEmail(fresh)).toEqual({ state: 'half' });
    expect(await confirmEmail(fresh)).toEqual({ state: 'half' });
    expect(await userIdOf(people, 'new@example.com')).toBeUndefined();
    expect(await confirmEmail(old)).toEqual({ state: 'changed' });
    expect(await userIdOf(people, 'new@example.com')).toBe(userId);
    expect(await userIdOf(people, 'old@example.com')).toBeUndefined();
    expect(await confirmEmail(old)).toEqual({ refused: 'link-invalid' });
  });
});
