import { erasePerson } from '../../../src/application/erasure/erase-person.js';
import { createAccount, takeAddress, userIdOf } from '../../../src/application/people/accounts.js';
import type { AccountServices } from '../../../src/application/people/people-services.js';
import { ChangeEmail, ConfirmEmail } from '../../../src/application/people/links.js';
import { People, provenanceOf } from '../../../src/application/people/people.js';
import { addressHash } from '../../../src/application/shared/address-hash.js';
import { openKeyedHash } from '../../../src/infrastructure/crypto/keyed-hash.js';
import { newSecretToken } from '../../../src/infrastructure/crypto/tokens.js';
import { createInProcessSignInPatience } from '../../../src/infrastructure/rate-limiter/in-process-sign-in-patience.js';
import { ownWrites, World } from '../../support/world.js';
import { signedIn as by, userId, visitor } from '../../support/people-services.js';

const stranger = '019a3f5e-7c1a-7d30-9c4b-9a7a0a5c8e11';
const provenance = provenanceOf({ teamId: null, userId, correlationId: 'r' });

describe('a change of address', () => {
  let world: World;
  let tokens: string[];
  let hash: Awaited<ReturnType<typeof openKeyedHash>>;

  /** Each is a process of its own. */
  function newProcess(): AccountServices {
    const ports = world.process();
    const passwords = {
      hash: async (text: string) => text,
      verify: async (text: string, kept?: string) => text === kept,
    };
    const people = new People({
      ...ports,
      hash,
      keys: world.keys,
      readStore: { checkpoint: never, get: never, getMany: never, list: never, count: never, tokens: never },
      ownWrites,
      passwords,
      newSecretToken,
    });
    return {
      people,
      passwords,
      patience: createInProcessSignInPatience(() => world.clock.now()),
      notify: async ({ text }) => tokens.push(/token=(\S+)/.exec(text)?.[1] ?? '') > 0,
      onFailure: (error) => {
        throw error;
      },
    };
  }

  beforeEach(async () => {
    world = await World.create();
    hash = await openKeyedHash(world.keys);
    tokens = [];
    const account = { userId, email: 'a@example.com', name: 'Ada', passwordHash: 'a password', addressProven: true };
    expect(await createAccount(newProcess().people, provenance, account)).toEqual({ userId });
  });

  /** The links of the old and of the new address. */
  async function ask(email: string) {
    tokens = [];
    const command = {
      by,
      email,
      password: 'a password',
      linkTo: (token: string) => `https://posthorn.test/?token=${token}`,
    };
    expect(await ChangeEmail.start(newProcess()).run(command)).toEqual({ id: userId });
    const [old = '', fresh = ''] = tokens;
    return [old, fresh] as const;
  }

  const confirm = (token: string) => ConfirmEmail.start(newProcess()).run({ visitor, token });
  const change = async (email: string) => {
    for (const token of await ask(email)) await confirm(token);
  };
  const holders = (...addresses: readonly string[]) =>
    Promise.all(addresses.map((address) => userIdOf(newProcess().people, address)));
  const takes = (address: string) =>
    takeAddress(newProcess().people, provenance, address, { userId: stranger, change: null });

  /** Confirms, and lets something happen before the append of the first event of this type. */
  async function confirmWhile(token: string, type: string, meanwhile: () => Promise<unknown>) {
    let isDone = false;
    world.store.beforeNext(type, async () => {
      isDone = true;
      await meanwhile();
    });
    const answer = await confirm(token);
    expect(isDone).toBe(true);
    return answer;
  }

  /** Confirms, and the process ends before the append of the first event of this type. */
  async function confirmCutOff(token: string, type: string) {
    const end = () => Promise.reject(new Error('the process ends'));
    await expect(confirmWhile(token, type, end)).rejects.toThrow('the process ends');
  }

  it('that gives way to another at its last confirmation frees what it took, and leaves the address in use', async () => {
    const [old, fresh] = await ask('b@example.com');
    await confirm(old);
    const answer = await confirmWhile(fresh, 'UserEmailChanged', () => ask('c@example.com'));
    expect(answer).toEqual({ refused: 'link-invalid' });
    expect(await holders('a@example.com', 'b@example.com')).toEqual([userId, undefined]);
    expect(await takes('a@example.com')).toBe('address-taken');
    expect(await takes('b@example.com')).toBeUndefined();
  });

  it('gives way while it takes the address: the same', async () => {
    const [old, fresh] = await ask('b@example.com');
    await confirm(old);
    await confirmWhile(fresh, 'UserAddressTaken', () => ask('c@example.com'));
    expect(await holders('a@example.com', 'b@example.com')).toEqual([userId, undefined]);
    expect(await takes('a@example.com')).toBe('address-taken');
  });

  it('is confirmed twice at once, and changed once', async () => {
    const [old, fresh] = await ask('b@example.com');
    await confirm(old);
    expect(await confirmWhile(fresh, 'UserEmailChanged', () => confirm(old))).toEqual({ state: 'changed' });
    expect(await holders('a@example.com', 'b@example.com')).toEqual([undefined, userId]);
    expect(await takes('b@example.com')).toBe('address-taken');
    expect(await takes('a@example.com')).toBeUndefined();
  });

  it('back to the address before is not undone by what the change before had still to free', async () => {
    const [old, fresh] = await ask('b@example.com');
    await confirm(old);
    await confirmWhile(fresh, 'UserAddressFreed', () => change('a@example.com'));
    expect(await holders('a@example.com', 'b@example.com')).toEqual([userId, undefined]);
    expect(await takes('a@example.com')).toBe('address-taken');
  });

  it('to another way of writing the same address keeps it', async () => {
    await change('A@Example.com');
    expect(await holders('a@example.com')).toEqual([userId]);
    expect(await takes('a@example.com')).toBe('address-taken');
  });

  it('that was cut off leaves the new address to the change until it expires, then to whoever comes', async () => {
    const [old, fresh] = await ask('b@example.com');
    await confirm(old);
    await confirmCutOff(fresh, 'UserEmailChanged');
    // Nobody is found by it, or a link for a new password of this account would go to it.
    expect(await holders('a@example.com', 'b@example.com')).toEqual([userId, undefined]);
    expect(await takes('b@example.com')).toBe('address-taken');
    world.clock.advance(26 * 3_600_000);
    expect(await takes('b@example.com')).toBeUndefined();
    expect(await takes('a@example.com')).toBe('address-taken');
  });

  it('that was cut off before it freed the old address leaves it to whoever comes', async () => {
    const [old, fresh] = await ask('b@example.com');
    await confirm(old);
    await confirmCutOff(fresh, 'UserAddressFreed');
    expect(await holders('a@example.com', 'b@example.com')).toEqual([undefined, userId]);
    expect(await takes('a@example.com')).toBeUndefined();
  });

  it('leaves nothing reserved when the person is erased by the address of before', async () => {
    await change('b@example.com');
    const operator = { teamId: null, actor: { kind: 'cli', id: 'operator' }, correlationId: 'r' } as const;
    await erasePerson(world.process(), addressHash(hash, 'a@example.com'), operator);
    expect(await takes('b@example.com')).toBeUndefined();
  });
});

function never(): never {
  throw new Error('no list is read');
}
