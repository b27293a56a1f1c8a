import { changeApiKey, createApiKey, rotateApiKey } from '../../src/application/api-key/manage-api-keys.js';
import type { RequestContext } from '../../src/application/shared/context.js';
import { ApiKeys } from '../../src/application/api-key/api-keys.js';
import { SendingDomains } from '../../src/application/sending-domain/sending-domains.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { eventually } from '../support/gate.js';
import { context, teamId, useWorld, world } from '../support/world.js';

const token = 're_first_0000000000000000000000';
const fullAccess = { name: 'Server', permission: 'full_access', domainId: null } as const;
const otherTeam = { ...context, teamId: '0195d6a0-0000-7000-8000-00000000000b' };

describe('API keys', () => {
  useWorld();
  let written: string[];
  beforeEach(async () => {
    written = [];
  });
  /** One process; a second call is a second one. */
  const apiKeys = (ports = world.process()) =>
    new ApiKeys({ ...ports, newToken: () => token, ownWrites: { note: (team) => void written.push(team) } });
  const rename = (keys: ApiKeys, as: RequestContext, name: string) =>
    changeApiKey({ apiKeys: keys }, as, keys.idOf(token), { type: 'RenameApiKey', teamId: as.teamId, name });
  const remove = (keys: ApiKeys, as: RequestContext) =>
    changeApiKey({ apiKeys: keys }, as, keys.idOf(token), { type: 'DeleteApiKey', teamId: as.teamId });
  const streamOf = (keys: ApiKeys) => streamName('apikey', keys.idOf(token));
  const typesOf = (keys: ApiKeys) => world.types(streamOf(keys));
  const used = (keys: ApiKeys, count: number) =>
    eventually(async () => (await typesOf(keys)).filter((type) => type === 'ApiKeyUsed').length === count);

  it('lead from a token to its team and its rights', async () => {
    const keys = apiKeys();
    const restricted = { name: 'Shop', permission: 'sending_access', domainId: 'd1' } as const;
    expect(await keys.create(token, context, restricted)).toBe(true);
    const principal = { apiKeyId: keys.idOf(token), teamId, permission: 'sending_access', domainId: 'd1' };
    expect(await keys.authenticate(token)).toStrictEqual(principal);
    expect(await apiKeys().authenticate(token)).toStrictEqual(principal);
    expect(written).toStrictEqual([teamId]);
  });

  describe('that are rotated', () => {
    const hourMs = 3_600_000;
    const tokens = ['re_second_000000000000000000000', 're_third_0000000000000000000000'] as const;
    const rotating = (as: RequestContext = context) => {
      const process = world.process();
      const left = [...tokens];
      const newToken = (): string => left.shift() ?? token;
      const keys = new ApiKeys({ ...process, newToken, ownWrites: { note: () => undefined } });
      const rotate = (apiKeyId: string, overlapMs: number) =>
        rotateApiKey({ apiKeys: keys, clock: process.clock }, { context: as, apiKeyId, overlapMs });
      return { keys, rotate };
    };

    it('have a successor with their rights, and are valid beside it for the time that was asked for', async () => {
      const { keys, rotate } = rotating();
      await keys.create(token, context, { name: 'Shop', permission: 'sending_access', domainId: 'd1' });
      const id = keys.idOf(token);
      const rotated = await rotate(id, hourMs);
      expect(rotated).toMatchObject({ id: keys.idOf(tokens[0]), token: tokens[0], former: { id } });
      const rights = { teamId, permission: 'sending_access', domainId: 'd1' };
      expect(await keys.authenticate(tokens[0])).toMatchObject(rights);
      expect(await keys.authenticate(token)).toMatchObject(rights);
      world.clock.advance(hourMs);
      expect(await keys.authenticate(token)).toBeUndefined();
      expect(await apiKeys().authenticate(token)).toBeUndefined();
      expect(await keys.authenticate(tokens[0])).toMatchObject(rights);
    });

    it('are rotated once, and not after they have expired; of another team they are not there', async () => {
      const { keys, rotate } = rotating();
      await keys.create(token, context, fullAccess);
      const id = keys.idOf(token);
      expect(await rotating(otherTeam).rotate(id, hourMs)).toEqual({ refused: 'not-found' });
      await rotate(id, 0);
      expect(await keys.authenticate(token)).toBeUndefined();
      expect(await rotate(id, hourMs)).toEqual({ refused: 'already-ended' });
      expect(await rotate(keys.idOf(tokens[0]), hourMs)).toMatchObject({ token: tokens[1] });
    });
  });

  it('are nobody for a token that was never given out', async () => {
    const keys = apiKeys();
    await keys.create(token, context, fullAccess);
    expect(await keys.authenticate('re_other_0000000000000000000000')).toBeUndefined();
  });

  it('are stored without the token', async () => {
    await apiKeys().create(token, context, fullAccess);
    expect(JSON.stringify(await world.store.readAll({ limit: 10 }))).not.toContain(token);
  });

  it('work at once where somebody asked too early', async () => {
    const keys = apiKeys();
    expect(await keys.authenticate(token)).toBeUndefined();
    await keys.create(token, context, fullAccess);
    expect(await keys.authenticate(token)).toBeDefined();
  });

  it('stop working at once when they are deleted', async () => {
    const keys = apiKeys();
    await keys.create(token, context, fullAccess);
    const asked = keys.authenticatorFor(token);
    expect(await keys.authenticate(token)).toBeDefined();
    expect(await asked()).toBeDefined();
    expect(await remove(keys, context)).toStrictEqual({ id: keys.idOf(token) });
    expect(await keys.authenticate(token)).toBeUndefined();
    expect(await asked()).toBeUndefined();
    expect(await remove(keys, context)).toStrictEqual({ refused: 'not-found' });
  });

  it('stop working in another process once it hears of the deletion', async () => {
    const [here, elsewhere] = [apiKeys(), apiKeys()];
    await here.create(token, context, fullAccess);
    expect(await elsewhere.authenticate(token)).toBeDefined();
    await remove(here, context);
    elsewhere.forget(streamOf(here));
    expect(await elsewhere.authenticate(token)).toBeUndefined();
  });

  it("are not another team's to rename or to delete", async () => {
    const keys = apiKeys();
    await keys.create(token, context, fullAccess);
    expect(await rename(keys, otherTeam, 'Mine')).toStrictEqual({ refused: 'not-found' });
    expect(await remove(keys, otherTeam)).toStrictEqual({ refused: 'not-found' });
    expect(await rename(keys, context, 'Backup')).toStrictEqual({ id: keys.idOf(token) });
    expect(await typesOf(keys)).toStrictEqual(['ApiKeyCreated', 'ApiKeyRenamed']);
  });

  it('note their use once a day', async () => {
    const keys = apiKeys();
    await keys.create(token, context, fullAccess);
    await Promise.all([keys.authenticate(token), keys.authenticate(token)]);
    await used(keys, 1);
    await keys.authenticate(token);
    expect(await apiKeys().authenticate(token)).toBeDefined();
    world.clock.advance(24 * 3_600_000);
    await keys.authenticate(token);
    await used(keys, 2);
    expect(await typesOf(keys)).toStrictEqual(['ApiKeyCreated', 'ApiKeyUsed', 'ApiKeyUsed']);
  });

  it('are unavailable while the log cannot be written', async () => {
    const keys = apiKeys();
    world.store.plan('ApiKeyCreated', [], 'lost');
    expect(await keys.create(token, context, fullAccess)).toBe(false);
    world.store.plan('ApiKeyCreated', []);
    await keys.create(token, context, fullAccess);
    world.store.plan('ApiKeyRenamed', [], 'lost');
    expect(await rename(keys, context, 'Backup')).toMatchObject({ refused: 'unavailable' });
  });

  it('are restricted to a domain that the team can see', async () => {
    await world.addDomain('example.com');
    const ports = world.process();
    const domains = new SendingDomains(ports);
    const keys = apiKeys(ports);
    const create = (domainId: string, as: RequestContext = context) =>
      createApiKey({ apiKeys: keys, domains }, { context: as, name: 'Shop', permission: 'sending_access', domainId });
    const domainId = (await domains.verified(teamId, 'example.com'))?.domainId ?? '';
    expect(await create('unknown')).toStrictEqual({ refused: 'domain-not-found' });
    expect(await create(domainId, otherTeam)).toStrictEqual({ refused: 'domain-not-found' });
    expect(await create(domainId)).toStrictEqual({ id: expect.any(String), token });
  });
});
