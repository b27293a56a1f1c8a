import { jest } from '@jest/globals';
import { type ActivityFilter, GetLastChange, ListActivity } from '../../../src/application/activity/list-activity.js';
import { ListPeople } from '../../../src/application/people/manage-team.js';
import { createAccount } from '../../../src/application/people/accounts.js';
import { People, provenanceOf } from '../../../src/application/people/people.js';
import { newSessionTicket, startSession } from '../../../src/application/people/sessions.js';
import { nextTurn } from '../../../src/application/shared/delay.js';
import type { InTurn } from '../../../src/application/shared/fair-semaphore.js';
import type { PageRequest } from '../../../src/application/shared/page.js';
import type { DomainEvent } from '../../../src/domain/shared/decider.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { handle } from '../../../src/application/shared/handle.js';
import { lowestIdAt } from '../../../src/domain/shared/uuid-time.js';
import { plain } from '../../../src/domain/shared/personal.js';
import { openKeyedHash } from '../../../src/infrastructure/crypto/keyed-hash.js';
import { createIdentityProviders } from '../../../src/infrastructure/people/providers/identity-providers.js';
import { newSecretToken } from '../../../src/infrastructure/crypto/tokens.js';
import { activity, resources } from '../../../src/programs/resources/resources.js';
import { MemoryReadStore } from '../../support/memory-read-store.js';
import { readModel } from '../../support/read-model.js';
import { ownWrites, useWorld, world } from '../../support/world.js';

const id = (number: number) => `019a3f5e-7c1a-7d30-9c4b-${String(number).padStart(12, '0')}`;
const requestId = (number: number) => `019a3f5e-7c1a-7d30-${String(number).padStart(4, '0')}-5d0c3b1a7f42`;
const [team, otherTeam, ada, bob] = [id(1), id(2), id(3), id(4)];

describe('activity', () => {
  useWorld();
  let people: People;
  let readStore: MemoryReadStore;
  let request: number;
  beforeEach(async () => {
    request = 1_000;
    readStore = new MemoryReadStore();
    people = new People({
      ...world.process(),
      hash: await openKeyedHash(world.keys),
      keys: world.keys,
      readStore,
      ownWrites,
      passwords: { hash: async (text) => text, verify: async () => false },
      newSecretToken,
    });
    for (const teamId of [team, otherTeam]) await inTeam(teamId, { type: 'CreateTeam', teamId, name: 'Looms' });
    for (const [userId, name] of [
      [ada, 'Ada'],
      [bob, 'Bob'],
    ] as const) {
      const account = { userId, email: `${name}@example.com`, name, passwordHash: null, addressProven: true };
      await createAccount(people, by(userId), account);
    }
  });

  const by = (userId: string, sessionId?: string) => {
    world.clock.advance(1_000);
    const session = sessionId === undefined ? {} : { sessionId };
    return provenanceOf({ teamId: null, userId, correlationId: requestId((request += 1)), ...session });
  };
  const inTeam = (teamId: string, command: Parameters<People['writeTeam']>[2], sessionId?: string) =>
    people.writeTeam(by(ada, sessionId), teamId, command);
  const member = (userId: string) => ({ type: 'AddMember', userId, role: 'admin', invitationId: null }) as const;
  const endSessions = (userId: string, sessionId?: string) =>
    people.writeUser(by(userId, sessionId), userId, { type: 'EndSessions' });

  async function signIn(userId: string, teamId: string, correlationId = requestId((request += 1))): Promise<string> {
    const ticket = newSessionTicket(people);
    const { state: user } = await people.openUser(userId);
    if (user.status === 'none') throw new Error('there is no such user');
    const client = { address: '192.0.2.1', userAgent: null };
    const visitor = { client, correlationId, sessionToken: null, deviceToken: null };
    world.clock.advance(1_000);
    await startSession(people, { user, visitor, secondFactor: false, proof: 'password', teamId, ticket });
    return ticket.sessionId;
  }

  const services = () => ({ people, resources, firstTeamId: team });

  async function list(teamId: string, page: Partial<PageRequest> = {}, filter: ActivityFilter = {}) {
    await readModel(world, activity, readStore);
    const signedIn = { sessionId: id(9), userId: ada, teamId, role: 'admin', secondFactor: 'done' } as const;
    const found = await ListActivity.start(services()).run({
      by: { ...signedIn, expiresAt: '', correlationId: 'r' },
      page: { limit: 100, ...page },
      filter,
    });
    return found;
  }
  const said = async (teamId: string, page?: Partial<PageRequest>) =>
    (await list(teamId, page)).documents.map(({ summary, actor, address }) => `${actor.name}, ${address}: ${summary}`);

  it('is beside a list of people, which takes a turn of the team for each of them', async () => {
    for (const userId of [ada, bob]) await inTeam(team, member(userId));
    const turns: string[] = [];
    const inTurn: InTurn = (teamId, step) => {
      turns.push(teamId);
      return step();
    };
    const domains = { state: async () => undefined, verified: async () => undefined };
    const identityProviders = createIdentityProviders(
      { oidc: null, google: null, github: null },
      {
        publicUrl: () => '',
        monotonicMs: () => 0,
        noteFailure: () => undefined,
      },
    );
    const handler = ListPeople.start({ people, domains, identityProviders, inTurn });
    const listed = await handler.run({ teamId: team });
    expect(listed.map(({ name }) => name)).toEqual(['Ada', 'Bob']);
    expect(turns).toEqual([team, team]);
  });

  it('shows who did what, and from where, until the person is erased', async () => {
    await inTeam(team, member(ada));
    const sessionId = await signIn(ada, team);
    await inTeam(team, member(bob), sessionId);
    const { state } = await people.openUser(ada);
    if (state.status === 'none') throw new Error('there is no such user');
    const client = plain(state.profile.kid, { address: '198.51.100.7', userAgent: null });
    const [tokenHash, nowMs] = ['t', world.clock.now()];
    const expiresAt = new Date(nowMs + 60_000).toISOString();
    await people.writeUser(by(ada), ada, { type: 'RequestReset', tokenHash, expiresAt });
    const password = plain(state.profile.kid, 'hash');
    await people.writeUser(by(ada), ada, { type: 'ResetPassword', password, tokenHash, nowMs, client });
    expect(await said(team)).toEqual([
      'Ada, 198.51.100.7: Password set by a link',
      'Ada, null: Password reset link created',
      'Ada, 192.0.2.1: Bob joined as admin',
      'Ada, 192.0.2.1: Signed in',
      'Ada, null: Joined as admin',
      'Ada, null: Team "Looms" created',
    ]);
    await world.keys.destroy([state.profile.kid], expiresAt);
    expect((await said(team))[2]).toBe('null, null: Bob joined as admin');
    expect((await said(team))[0]).toBe('null, null: Password set by a link');
  });

  it('shows what happened to a person to the teams that the person was in at that time', async () => {
    for (const teamId of [team, otherTeam]) await inTeam(teamId, member(ada));
    await endSessions(bob);
    await inTeam(team, member(bob));
    await endSessions(bob);
    await inTeam(team, { type: 'RemoveMember', userId: bob });
    await endSessions(bob);
    await signIn(bob, otherTeam);
    expect((await list(team)).documents.map(({ type }) => type)).toEqual([
      'MemberRemoved',
      'UserSessionsEnded',
      'MemberAdded',
      'MemberAdded',
      'TeamCreated',
    ]);
    expect((await list(otherTeam)).documents.map(({ type }) => type)).toEqual([
      'SessionStarted',
      'MemberAdded',
      'TeamCreated',
    ]);
  });

  it('goes page by page, both ways, through what concerns the team and its people', async () => {
    for (const userId of [ada, bob]) await inTeam(team, member(userId));
    for (const userId of [ada, bob, bob, ada, bob]) await endSessions(userId);
    const all = (await list(team)).documents.map((each) => each.id);
    expect(all).toHaveLength(8);
    const older = await list(team, { limit: 3, after: all[1] ?? '' });
    expect({ ids: older.documents.map((each) => each.id), hasMore: older.hasMore }).toEqual({
      ids: all.slice(2, 5),
      hasMore: true,
    });
    const newer = await list(team, { limit: 3, before: all[5] ?? '' });
    expect({ ids: newer.documents.map((each) => each.id), hasMore: newer.hasMore }).toEqual({
      ids: all.slice(2, 5),
      hasMore: true,
    });
    expect((await list(team, { limit: 4, after: all[3] ?? '' })).hasMore).toBe(false);
    await inTeam(otherTeam, member(ada));
    // What is not in this list is a place in it by the time of its id: everything here is newer.
    const theirs = await list(otherTeam, { after: lowestIdAt(0) });
    expect(theirs).toMatchObject({ documents: [], hasMore: false });
    expect((await list(otherTeam, { before: lowestIdAt(0) })).documents).toHaveLength(2);
  });

  it('asks of the many people of a team no more than a page takes, and leaves nothing out', async () => {
    const members = Array.from({ length: 40 }, (_, number) => id(100 + number));
    for (const userId of members) {
      const email = `${userId}@example.com`;
      await createAccount(people, by(userId), { userId, email, name: '', passwordHash: null, addressProven: true });
      await inTeam(team, member(userId));
    }
    for (let round = 0; round < 5; round += 1) for (const userId of members) await endSessions(userId);
    const all = (await list(team)).documents.map((each) => each.id);
    expect(all.length).toBe(100);
    const listed: number[] = [];
    const ask = readStore.list.bind(readStore);
    jest.spyOn(readStore, 'list').mockImplementation(async (...asked) => {
      const page = await ask(...asked);
      listed.push(page.documents.length);
      return page;
    });
    const ids: string[] = [];
    for (let after = {}; ids.length < 100; ) {
      listed.length = 0;
      const page = await list(team, { limit: 5, ...after });
      expect(listed.reduce((sum, each) => sum + each, 0)).toBeLessThan(120);
      expect(page).toMatchObject({ hasMore: true });
      ids.push(...page.documents.map((each) => each.id));
      after = { after: ids.at(-1) };
    }
    expect(ids).toEqual(all);
    const newer = await list(team, { limit: 10, before: all[50] ?? '' });
    expect(newer.documents.map((each) => each.id)).toEqual(all.slice(40, 50));
    expect(await list(team, { isCounted: true, limit: 1 })).toMatchObject({ total: { count: 241, isExact: true } });
  });

  it('reads two streams at a time', async () => {
    const keys = Array.from({ length: 6 }, (_, number) => id(20 + number));
    for (const apiKeyId of keys) {
      const key = { apiKeyId, teamId: team, name: 'Till', permission: 'full_access', domainId: null } as const;
      const event = { type: 'ApiKeyCreated', data: { ...key, tokenHash: 'h' } };
      await handle(world.process(), fake(event), streamName('apikey', apiKeyId), event as never, by(bob));
    }
    const read = world.store.readStream.bind(world.store);
    let [reading, most] = [0, 0];
    jest.spyOn(world.store, 'readStream').mockImplementation(async (stream, ...asked) => {
      if (!stream.startsWith('apikey-')) return read(stream, ...asked);
      most = Math.max(most, (reading += 1));
      await nextTurn();
      reading -= 1;
      return read(stream, ...asked);
    });
    expect(new Set((await said(team)).slice(0, 6))).toEqual(
      new Set(['Bob, null: API key “Till” created: full access']),
    );
    expect(most).toBe(2);
  });

  it('is narrowed by who, what kind of thing, what happened, when and by words, and says how many there are', async () => {
    for (const userId of [ada, bob]) await inTeam(team, member(userId));
    const key = {
      apiKeyId: id(20),
      teamId: team,
      name: 'Shop till',
      permission: 'full_access',
      domainId: null,
    } as const;
    const add = (event: DomainEvent, teamId: string | null = team) =>
      handle(world.process(), fake(event), streamName('apikey', id(20)), event as never, {
        context: { ...by(bob).context, teamId },
        region: null,
      });
    await add({ type: 'ApiKeyCreated', data: { ...key, tokenHash: 'h' } });
    const createdAtMs = world.clock.now();
    await add({ type: 'ApiKeyDeleted', data: {} });
    const found = async (filter: ActivityFilter) =>
      (await list(team, {}, filter)).documents.map(({ summary, resource }) => `${resource.name}: ${summary}`);
    const [created, revoked] = [
      'Shop till: API key “Shop till” created: full access',
      'Shop till: API key “Shop till” revoked',
    ];
    expect(await found({ kind: 'apikey' })).toEqual([revoked, created]);
    expect(await found({ kind: 'apikey', what: 'created' })).toEqual([created]);
    expect(await found({ what: 'ApiKeyDeleted' })).toEqual([revoked]);
    expect(await found({ by: bob, sinceMs: createdAtMs + 1 })).toEqual([revoked]);
    expect(await found({ by: bob, untilMs: createdAtMs + 1 })).toEqual([created]);
    expect(await found({ by: 'cli' })).toEqual([]);
    expect(await found({ search: 'till' })).toEqual([created]);
    expect(await found({ search: id(20) })).toEqual([revoked, created]);
    expect(await list(team, { isCounted: true, limit: 1 })).toMatchObject({ total: { count: 5, isExact: true } });
    expect(await GetLastChange.start(services()).run({ teamId: team, of: id(20) })).toMatchObject({
      change: { type: 'ApiKeyDeleted', actor: { kind: 'user', id: bob, name: 'Bob' } },
    });
    expect(await GetLastChange.start(services()).run({ teamId: otherTeam, of: id(20) })).toEqual({ change: null });
    // What only names it, and changes of other types.
    expect(await GetLastChange.start(services()).run({ teamId: team, of: id(20), what: 'ApiKeyRenamed' })).toEqual({
      change: null,
    });
  });

  it('makes one line of a change to an account and the session that began with it', async () => {
    await inTeam(team, member(ada));
    const correlationId = requestId(77);
    world.clock.advance(1_000);
    await people.writeUser(provenanceOf({ teamId: team, userId: ada, correlationId }), ada, { type: 'EndSessions' });
    await signIn(ada, team, correlationId);
    expect((await list(team)).documents.map(({ summary }) => summary)).toEqual([
      'All sessions ended',
      'Joined as admin',
      'Team "Looms" created',
    ]);
  });
});

/** A decider that appends what it is given. */
const fake = (event: DomainEvent) => ({
  initial: undefined,
  decide: () => [event],
  evolve: () => undefined,
});
