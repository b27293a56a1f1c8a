import { createAccount } from '../../../src/application/people/accounts.js';
import type { PeopleServices } from '../../../src/application/people/people-services.js';
import { provenanceOf, userStream } from '../../../src/application/people/people.js';
import { finishSignIn } from '../../../src/application/people/second-factor.js';
import type { ProofKind } from '../../../src/domain/session/events.js';
import {
  deviceTokenOf,
  isKnownDevice,
  newSessionTicket,
  startSession,
} from '../../../src/application/people/sessions.js';
import { sealStep } from '../../../src/application/people/steps.js';
import { eraseAccount } from '../../../src/application/people/erase-account.js';
import { handle, load } from '../../../src/application/shared/handle.js';
import { plain } from '../../../src/domain/shared/personal.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { userIdentity } from '../../../src/domain/user/user-identity.js';
import { codeOf } from '../../support/totp.js';
import { peopleServicesOf, userId, visitor } from '../../support/people-services.js';
import { useWorld, world } from '../../support/world.js';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const by = provenanceOf({ teamId: null, userId, correlationId: 'r' });

describe('a person with an authenticator app', () => {
  useWorld();
  let processes: readonly PeopleServices[];
  let step: number;
  beforeEach(async () => {
    processes = [await peopleServicesOf(world), await peopleServicesOf(world)];
    const [{ people }] = processes as [PeopleServices];
    step = Math.floor(world.clock.now() / 30_000);
    await createAccount(people, by, {
      userId,
      email: 'a@example.com',
      name: 'A',
      passwordHash: 'hash',
      addressProven: true,
    });
    const { state } = await people.openUser(userId);
    if (state.status === 'none') throw new Error('no user');
    const enrolled = { type: 'EnrolTotp', enrolmentId: 'app', secret: plain(state.profile.kid, secret) } as const;
    await people.writeUser(by, userId, enrolled);
    const hashes = ['one'];
    await people.writeUser(by, userId, {
      type: 'ConfirmTotp',
      enrolmentId: 'app',
      step: step - 1,
      recoveryHashes: hashes,
    });
  });

  const finish = async (services: PeopleServices) => {
    const { epoch } = (await services.people.openUser(userId)).state as { readonly epoch: number };
    const begun = sealStep(services.people, 'code', { userId, epoch });
    const given = { code: codeOf(secret, step), recoveryCode: undefined };
    return finishSignIn(services, { visitor, network: 'network', step: begun, given });
  };

  it('signs in once with a code, in one of several processes', async () => {
    const results = await Promise.all([...processes, ...processes].map(finish));
    expect(results.filter((result) => 'state' in result)).toHaveLength(1);
    expect(results.filter((result) => 'refused' in result && result.refused === 'wrong-code')).toHaveLength(3);
  });

  it('is not asked any more once five minutes have gone by', async () => {
    const [services] = processes as [PeopleServices];
    const { epoch } = (await services.people.openUser(userId)).state as { readonly epoch: number };
    const begun = sealStep(services.people, 'code', { userId, epoch });
    world.clock.advance(5 * 60_000);
    const given = { code: codeOf(secret, step + 10), recoveryCode: undefined };
    const command = { visitor, network: 'network', step: begun, given };
    expect(await finishSignIn(services, command)).toEqual({ refused: 'sign-in-expired' });
  });

  it('is known in the browser that showed a code, until a password or a factor changes', async () => {
    const [services] = processes as [PeopleServices];
    const { people } = services;
    const done = await finish(services);
    if (!('session' in done)) throw new Error('not signed in');
    const here = { ...visitor, deviceToken: done.session.deviceToken };
    const isKnown = async () => isKnownDevice(people, here, await people.user(userId));
    expect(await isKnown()).toBe(true);
    await people.writeUser(by, userId, { type: 'RemoveTotp' });
    expect(await isKnown()).toBe(false);
  });

  it('has guesses counted for the person and for the network, and for the person alone in a known browser', async () => {
    const [services] = processes as [PeopleServices];
    const counted: (readonly string[])[] = [];
    const patience = {
      take: async (keys: readonly string[]) => {
        counted.push(keys);
        return 0;
      },
      succeeded: async () => undefined,
    };
    const { people } = services;
    const user = await people.user(userId);
    if (user.status === 'none') throw new Error('no user');
    const begun = sealStep(people, 'code', { userId, epoch: user.epoch });
    const given = { code: '000000', recoveryCode: undefined };
    for (const deviceToken of [null, deviceTokenOf(people, user)]) {
      const command = { visitor: { ...visitor, deviceToken }, network: '192.0.2.7', step: begun, given };
      await finishSignIn({ ...services, patience }, command);
    }
    expect(counted).toEqual([
      [`code ${userId}`, 'code network 192.0.2.7', 'code wide network 192.0.2'],
      [`code ${userId} known`],
    ]);
  });

  it('has shown a factor for ten minutes, in every process, and never had in a session from before', async () => {
    const [one, other] = processes as [PeopleServices, PeopleServices];
    const { people } = one;
    const user = await people.user(userId);
    if (user.status === 'none') throw new Error('no user');
    const ticket = newSessionTicket(people);
    const { sessionId } = ticket;
    const start = { user, visitor, secondFactor: true, teamId: null, ticket };
    await startSession(people, { ...start, proof: undefined });
    const missing = ({ people: asked }: PeopleServices) => asked.missingProof({ sessionId, userId });
    expect([await missing(one), await missing(other)]).toEqual(['factor', 'factor']);
    const show = (proof: ProofKind) =>
      people.writeSession(by, { sessionId, userId }, { type: 'ReauthenticateSession', proof });
    await show('password');
    expect(await missing(other)).toBe('factor');
    await show('code');
    expect([await missing(one), await missing(other)]).toEqual(['none', 'none']);
    world.clock.advance(10 * 60_000);
    expect([await missing(one), await missing(other)]).toEqual(['factor', 'factor']);
    await people.writeUser(by, userId, { type: 'RemoveTotp' });
    await show('password');
    expect(await missing(other)).toBe('none');
  });

  it('leaves their identities to others once erased', async () => {
    const [{ people }] = processes as [PeopleServices];
    const identity = streamName('useridentity', 'a'.repeat(64));
    await people.writeUser(by, userId, { type: 'LinkIdentity', provider: 'oidc', identityHash: 'a'.repeat(64) });
    await handle(people.ports, userIdentity, identity, { type: 'TakeIdentity', userId }, by);
    const [created] = await world.store.readStream(userStream(userId));
    if (created === undefined) throw new Error('no user');
    await eraseAccount({ ...world.process(), keys: world.keys }, created, 'b'.repeat(64), by);
    expect((await load(people.ports, userIdentity, identity)).state).toEqual({ userId: null });
  });
});
