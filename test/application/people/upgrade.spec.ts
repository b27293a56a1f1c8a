import { takeAddress, userIdOf } from '../../../src/application/people/accounts.js';
import { isAddressProven } from '../../../src/application/people/address-proof.js';
import { People, provenanceOf, sessionStream, userStream } from '../../../src/application/people/people.js';
import type { Loaded } from '../../../src/application/shared/handle.js';
import { addressHash } from '../../../src/application/shared/address-hash.js';
import { kidOf, plain, reveal } from '../../../src/domain/shared/personal.js';
import { session } from '../../../src/domain/session/session.js';
import { user } from '../../../src/domain/user/user.js';
import { openKeyedHash } from '../../../src/infrastructure/crypto/keyed-hash.js';
import { newSecretToken } from '../../../src/infrastructure/crypto/tokens.js';
import { ownWrites, teamId, World } from '../../support/world.js';

const userId = '019a3f5e-7c1a-7d30-9c4b-9a7a0a5c8e99';
const by = provenanceOf({ teamId, userId, correlationId: 'r' });
const email = 'ada@example.com';
const token = 'a-token-of-a-session-from-before-the-upgrade';

describe('a person of before the rule about addresses', () => {
  it('is signed in still, with password, passkey and role, and counts as proven', async () => {
    const world = await World.create();
    const hash = await openKeyedHash(world.keys);
    const processOf = () =>
      new People({
        ...world.process(),
        hash,
        keys: world.keys,
        readStore: { checkpoint: never, get: never, getMany: never, list: never, count: never, tokens: never },
        ownWrites,
        passwords: { hash: async (text) => text, verify: async () => true },
        newSecretToken,
      });
    await writeAsBefore(processOf(), world);

    const stored = await world.store.readStream(userStream(userId));
    expect(stored.map(({ type, data }) => [type, data.includes('addressProven')])).toEqual([
      ['UserCreated', false],
      ['UserPasswordSet', false],
      ['PasskeyAdded', false],
    ]);
    const people = processOf();
    expect(await people.resolve(token)).toMatchObject({ userId, teamId, role: 'admin' });
    expect(await userIdOf(people, email)).toBe(userId);
    expect(await isAddressProven(people, userId)).toBe(true);
    const { state } = await people.openUser(userId);
    if (state.status === 'none' || state.password === null) throw new Error('the password is gone');
    expect(reveal(state.password)).toBe('a hash');
    expect([...state.credentials.passkeys.keys()]).toEqual(['p']);
    // What a proof would do to an account of today leaves it as it is.
    const asked = {
      type: 'RequestReset',
      tokenHash: 't',
      expiresAt: '2999-01-01T00:00:00.000Z',
      toMailbox: true,
    } as const;
    await people.writeUser(by, userId, asked);
    const client = plain(state.profile.kid, { address: '192.0.2.1', userAgent: null });
    const password = plain(state.profile.kid, 'another hash');
    await people.writeUser(by, userId, { type: 'ResetPassword', password, tokenHash: 't', nowMs: 0, client });
    expect(await people.user(userId)).toMatchObject({ credentials: { passkeys: { size: 1 } } });
  });
});

/** The events that an earlier version wrote, member for member. */
async function writeAsBefore(people: People, world: World): Promise<void> {
  const { ports } = people;
  await takeAddress(people, by, email, { userId, change: null });
  const [row, key] = [ports.ids.next(), ports.ids.dataKey()];
  const createdAt = new Date(world.clock.now()).toISOString();
  await ports.keys.createRow({ row, anchor: userStream(userId), createdAt, keys: [key] });
  const kid = kidOf(row, 0);
  const empty = { expected: 'no-stream', predecessor: null, events: [] } as const;
  const keyRing: Loaded<unknown>['keyRing'] = new Map([[kid, { state: 'present', key }]]);
  const created = { userId, profile: plain(kid, { email, name: 'Ada' }), addressHash: addressHash(ports.hash, email) };
  const create = { type: 'CreateUser', user: created, password: plain(kid, 'a hash') } as const;
  await people.writeUser(by, userId, create, { ...empty, stream: userStream(userId), state: user.initial, keyRing });
  const passkey = plain(kid, { name: 'Laptop', credentialId: 'c', publicKey: 'k', transports: [] });
  await people.writeUser(by, userId, { type: 'AddPasskey', passkeyId: 'p', passkey, counter: 0 });
  await people.writeTeam(by, teamId, { type: 'CreateTeam', teamId, name: 'First team' });
  await people.writeTeam(by, teamId, { type: 'AddMember', userId, role: 'admin', invitationId: null });
  const tokenHash = people.hashOf('session', token);
  const sessionId = ports.ids.fromHash(tokenHash);
  const state = await people.user(userId);
  const started = {
    sessionId,
    userId,
    teamId,
    client: plain(kid, { address: '192.0.2.1', userAgent: null }),
    tokenHash,
    epoch: state.status === 'none' ? 0 : state.epoch,
    secondFactor: false,
    expiresAt: '2999-01-01T00:00:00.000Z',
  };
  const stream = sessionStream(sessionId);
  const start = { type: 'StartSession', session: started } as const;
  await people.writeSession(by, started, start, { ...empty, stream, state: session.initial, keyRing });
}

function never(): never {
  throw new Error('no list is read');
}
