import { createAccount, userIdOf } from '../../../src/application/people/accounts.js';
import { People, provenanceOf } from '../../../src/application/people/people.js';
import { openKeyedHash } from '../../../src/infrastructure/crypto/keyed-hash.js';
import { newSecretToken } from '../../../src/infrastructure/crypto/tokens.js';
import { ownWrites, useWorld, world } from '../../support/world.js';

const [first, second] = ['019a3f5e-7c1a-7d30-9c4b-9a7a0a5c8e99', '019a3f5e-7c1a-7d30-9c4b-9a7a0a5c8e11'] as const;

describe('a new account', () => {
  useWorld();
  let newProcess: () => People;
  beforeEach(async () => {
    const hash = await openKeyedHash(world.keys);
    newProcess = () =>
      new People({
        ...world.process(),
        hash,
        keys: world.keys,
        readStore: { checkpoint: never, get: never, getMany: never, list: never, count: never, tokens: never },
        ownWrites,
        passwords: { hash: async (text) => text, verify: async () => true },
        newSecretToken,
      });
  });

  /** In a process of its own, as an invitation does that is accepted. */
  const create = (userId: string) => {
    const by = provenanceOf({ teamId: null, userId, correlationId: 'r' });
    const account = { userId, email: 'ada@example.com', name: 'Ada', passwordHash: 'hash', addressProven: true };
    return createAccount(newProcess(), by, account);
  };
  const holder = () => userIdOf(newProcess(), 'ada@example.com');
  const accounts = () => world.streamsWith('UserCreated');

  it('is one where two invitations for the address are accepted at the same moment', async () => {
    let other: unknown;
    world.store.beforeNext('UserCreated', async () => {
      other = await create(second);
    });
    expect(await create(first)).toEqual({ userId: first });
    expect(other).toEqual({ refused: 'address-taken' });
    expect(await accounts()).toHaveLength(1);
    expect(await holder()).toBe(first);
  });

  it('that was cut off leaves the address to another invitation once no process can still be at it', async () => {
    world.store.beforeNext('UserCreated', () => Promise.reject(new Error('the process ends')));
    await expect(create(first)).rejects.toThrow('the process ends');
    expect(await create(second)).toEqual({ refused: 'address-taken' });
    world.clock.advance(11 * 60_000);
    expect(await create(second)).toEqual({ userId: second });
    expect(await create(first)).toEqual({ refused: 'address-taken' });
    expect(await accounts()).toHaveLength(1);
  });

  it('that was cut off is completed by its own repeat', async () => {
    world.store.beforeNext('UserCreated', () => Promise.reject(new Error('the process ends')));
    await expect(create(first)).rejects.toThrow('the process ends');
    expect(await create(first)).toEqual({ userId: first });
    expect(await holder()).toBe(first);
  });
});

function never(): never {
  throw new Error('no list is read');
}
