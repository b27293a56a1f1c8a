import { createAccountNotifier } from '../../../src/application/people/account-notifier.js';
import { createAccount } from '../../../src/application/people/accounts.js';
import { People, provenanceOf } from '../../../src/application/people/people.js';
import { plain } from '../../../src/domain/shared/personal.js';
import type { UserCommand } from '../../../src/domain/user/user.js';
import { openKeyedHash } from '../../../src/infrastructure/crypto/keyed-hash.js';
import { newSecretToken } from '../../../src/infrastructure/crypto/tokens.js';
import { notes } from '../../support/process-managers.js';
import { ownWrites, useWorld, world } from '../../support/world.js';

const userId = '019a3f5e-7c1a-7d30-9c4b-9a7a0a5c8e99';

describe('mail to a person about the account', () => {
  useWorld();
  let people: People;
  let mails: { readonly to: string; readonly subject: string; readonly text: string; readonly eventId: string }[];
  beforeEach(async () => {
    mails = [];
    people = new People({
      ...world.process(),
      hash: await openKeyedHash(world.keys),
      keys: world.keys,
      readStore: { checkpoint: never, get: never, getMany: never, list: never, count: never, tokens: never },
      ownWrites,
      passwords: { hash: async (text) => text, verify: async () => false },
      newSecretToken,
    });
    const account = { userId, email: 'ada@example.com', name: 'Ada', passwordHash: 'a hash', addressProven: true };
    await createAccount(people, by(), account);
  });

  const by = () => provenanceOf({ teamId: null, userId, correlationId: 'r' });
  const command = async (...commands: readonly UserCommand[]) => {
    for (const each of commands) expect(await people.writeUser(by(), userId, each)).not.toHaveProperty('refused');
  };
  const kid = async () => {
    const { state } = await people.openUser(userId);
    if (state.status === 'none') throw new Error('there is no such user');
    return state.profile.kid;
  };
  /** A process that reads the log from its beginning: as after a crash. */
  async function notify(): Promise<void> {
    const notifier = createAccountNotifier({ people, notify: async (mail) => mails.push(mail) > 0 });
    await notes(world, notifier);
    await notifier.act();
    expect(notifier.backlog.isEmpty).toBe(true);
  }
  const subjects = async () => {
    await notify();
    return mails.map(({ to, subject }) => `${to}: ${subject}`);
  };

  it('goes out when a way in is added, changed or removed, under the id of the event', async () => {
    const secret = plain(await kid(), 'secret');
    const passkey = plain(await kid(), { name: 'Laptop', credentialId: 'c', publicKey: 'p', transports: [] });
    const client = plain(await kid(), { address: null, userAgent: null });
    const expiresAt = new Date(world.clock.now() + 60_000).toISOString();
    await command(
      { type: 'EnrolTotp', enrolmentId: 'e', secret },
      { type: 'ConfirmTotp', enrolmentId: 'e', step: 1, recoveryHashes: ['h'] },
      { type: 'AddPasskey', passkeyId: 'k', passkey, counter: 0 },
      { type: 'RemovePasskey', passkeyId: 'k' },
      { type: 'RemoveTotp' },
      { type: 'LinkIdentity', provider: 'github', identityHash: 'i' },
      { type: 'UnlinkIdentity', identityHash: 'i' },
      { type: 'RequestReset', tokenHash: 't', expiresAt },
      { type: 'ResetPassword', password: plain(await kid(), 'b'), tokenHash: 't', nowMs: world.clock.now(), client },
    );
    expect(await subjects()).toEqual([
      'ada@example.com: An authenticator app was added',
      'ada@example.com: A passkey was added',
      'ada@example.com: A passkey was removed',
      'ada@example.com: Your authenticator app was removed',
      'ada@example.com: Another way to sign in was added',
      'ada@example.com: A way to sign in was removed',
      'ada@example.com: Your password was changed',
    ]);
    expect(new Set(mails.map(({ eventId }) => eventId)).size).toBe(mails.length);
  });

  it('names all that ended at once, and who ended it', async () => {
    const names = ['Laptop', 'Phone'];
    const app = async (): Promise<readonly UserCommand[]> => {
      const secret = plain(await kid(), 'secret');
      const enrolmentId = String(world.clock.now());
      const confirm = { type: 'ConfirmTotp', enrolmentId, step: 1, recoveryHashes: ['h'] } as const;
      return [{ type: 'EnrolTotp', enrolmentId, secret }, confirm];
    };
    for (const name of names) {
      const passkey = plain(await kid(), { name, credentialId: name, publicKey: 'p', transports: [] });
      await command({ type: 'AddPasskey', passkeyId: name, passkey, counter: 0 });
    }
    await command(...(await app()), { type: 'LinkIdentity', provider: 'github', identityHash: 'i' });
    const client = plain(await kid(), { address: null, userAgent: null });
    const expiresAt = new Date(world.clock.now() + 60_000).toISOString();
    await command(
      { type: 'RequestReset', tokenHash: 't', expiresAt },
      {
        type: 'ResetPassword',
        password: plain(await kid(), 'b'),
        tokenHash: 't',
        nowMs: world.clock.now(),
        client,
        ends: { passkeyIds: names, app: true, providers: ['github'] },
        factorShown: true,
      },
    );
    await command(...(await app()), { type: 'RemoveFactors' });
    await notify();
    const texts = (subject: string) => mails.filter((mail) => mail.subject === subject).map(({ text }) => text);
    expect(texts('Ways into your account were removed')).toEqual([
      expect.stringContaining('2 passkeys, the authenticator app with its recovery codes and sign-in by github'),
    ]);
    expect(texts('Your second factor was removed')).toEqual([
      expect.stringMatching(/^The operator of this server removed .* the authenticator app with its recovery codes\. /),
    ]);
  });

  it('is not sent about what is long past, or to a person who was erased', async () => {
    const change = async () => ({ type: 'SetPassword', password: plain(await kid(), 'b'), why: 'changed' }) as const;
    await command(await change());
    world.clock.advance(8 * 24 * 3_600_000);
    expect(await subjects()).toEqual([]);
    await command(await change());
    await world.keys.destroy([await kid()], new Date(0).toISOString());
    expect(await subjects()).toEqual([]);
  });
});

function never(): never {
  throw new Error('no list is asked for');
}
