import { createAccount } from '../../../src/application/people/accounts.js';
import { People, provenanceOf } from '../../../src/application/people/people.js';
import { mostSessions, startSession } from '../../../src/application/people/sessions.js';
import { openKeyedHash } from '../../../src/infrastructure/crypto/keyed-hash.js';
import { newSecretToken } from '../../../src/infrastructure/crypto/tokens.js';
import { sessionsProjection } from '../../../src/projections/people/people.projections.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { waitFor } from '../../support/wait-for.js';
import { World } from '../../support/world.js';

const ada = '019a3f5e-7c1a-7d30-9c4b-000000000003';

it('a person has a hundred sessions: the next one ends the oldest, and says so in the log', async () => {
  const world = await World.create();
  const readStore = new MemoryReadStore();
  const people = new People({
    ...world.process(),
    hash: await openKeyedHash(world.keys),
    keys: world.keys,
    readStore,
    ownWrites: {
      note: () => undefined,
      settled: async () => void (await readModel(world, sessionsProjection, readStore)),
    },
    passwords: { hash: async (text) => text, verify: async () => false },
    newSecretToken,
  });
  const by = provenanceOf({ teamId: null, userId: ada, correlationId: 'r' });
  await createAccount(people, by, {
    userId: ada,
    email: 'ada@example.com',
    name: 'Ada',
    passwordHash: null,
    addressProven: true,
  });
  const { state: user } = await people.openUser(ada);
  if (user.status === 'none') throw new Error('there is no such user');
  const client = { address: '192.0.2.1', userAgent: null };
  const visitor = { client, correlationId: 'r', sessionToken: null, deviceToken: null };
  const tokens: string[] = [];
  const signIn = async () => {
    world.clock.advance(1_000);
    const session = await startSession(people, { user, visitor, secondFactor: false, proof: 'password', teamId: null });
    tokens.push(session?.token ?? '');
  };
  const areOpen = async () => {
    const found = await Promise.all(tokens.map((token) => people.resolve(token)));
    return found.map((signedIn) => signedIn !== undefined);
  };

  for (let count = 0; count < mostSessions; count += 1) await signIn();
  expect(await areOpen()).toEqual(Array(mostSessions).fill(true));
  await signIn();
  await waitFor(areOpen, ([oldest]) => oldest === false);
  await signIn();
  await waitFor(areOpen, ([, next]) => next === false);
  expect(await areOpen()).toEqual([false, false, ...Array<boolean>(mostSessions).fill(true)]);
  const ended = await world.store.readAll({ limit: 1_000, filter: { types: ['SessionEnded'] } });
  expect(ended.events.map(({ data }) => JSON.parse(data) as unknown)).toMatchObject([
    { why: 'too-many' },
    { why: 'too-many' },
  ]);
});
