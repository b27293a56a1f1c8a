import { createDomainFinisher } from '../../src/application/sending-domain/domain-finisher.js';
import {
  changeDomain,
  createDomain,
  type DomainChange,
  type NewDomain,
  type ManageDomainsPorts,
} from '../../src/application/sending-domain/manage-domains.js';
import type { RequestContext } from '../../src/application/shared/context.js';
import { SendingDomains } from '../../src/application/sending-domain/sending-domains.js';
import { sendingDomain } from '../../src/domain/sending-domain/sending-domain.js';
import { load } from '../../src/application/shared/handle.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { domainOpens } from '../support/domain-facts.js';
import { notes } from '../support/process-managers.js';
import { context, ownWrites, useWorld, world } from '../support/world.js';

const { domainId: _, origin: _origin, ...settings } = domainOpens();
const making = {
  makeDkimKey: async () => ({ privateKeyPem: 'pem', publicKey: 'AAAA' }),
  dkimSelector: 'posthorn',
};

describe('domains of teams', () => {
  useWorld();

  function writing(domainsPerTeam = 10) {
    const ports = world.process();
    const failures: unknown[] = [];
    const managing: ManageDomainsPorts = {
      ...ports,
      ...making,
      domains: new SendingDomains(ports),
      domainsPerTeam,
      readStore: { count: async () => 2 },
      ownWrites,
      onFailure: (error) => void failures.push(error),
    };
    const create = (as: RequestContext, opens: NewDomain) => createDomain(managing, { context: as, settings: opens });
    const change = (as: RequestContext, domainId: string, what: DomainChange) =>
      changeDomain(managing, { context: as, domainId, change: what });
    return { ports, failures, writes: { create, change } };
  }
  const finish = async () => {
    const ports = world.process();
    const manager = createDomainFinisher({ ...ports, ...making });
    await notes(world, manager);
    await manager.act();
    return manager;
  };
  const types = async () => (await world.store.readAll({ limit: 100 })).events.map(({ type }) => type);

  it('a team has as many domains as it may have, and no more', async () => {
    expect(await writing(2).writes.create(context, settings)).toEqual({ refused: 'too-many-domains', limit: 2 });
    expect(await types()).toEqual([]);
    expect(await writing(3).writes.create(context, settings)).toEqual({ domainId: expect.any(String) });
  });

  it('a create that was cut off is finished, and is its team’s all the time', async () => {
    world.store.plan('DomainCreated', [], 'lost');
    await expect(writing().writes.create(context, settings)).rejects.toThrow('cannot be written');
    world.store.plan('DomainCreated', []);
    expect(await writing().writes.create(context, settings)).toEqual({ refused: 'name-taken', name: 'example.com' });
    const early = await finish();
    expect(await types()).toEqual(['Reserved']);
    expect(early.backlog.position()).toBeUndefined();
    world.clock.advance(15_000);
    const late = await finish();
    expect((await types()).slice(0, 3)).toEqual(['Reserved', 'DomainCreated', 'DomainDkimKeyAdded']);
    expect(late.backlog.position()).toBeDefined();
    expect(await writing().writes.create(context, settings)).toEqual({ refused: 'name-taken', name: 'example.com' });
  });

  it('a create that was cut off is finished by the same create, once nobody else is at it', async () => {
    world.store.plan('DomainCreated', [], 'lost');
    await expect(writing().writes.create(context, settings)).rejects.toThrow('cannot be written');
    world.store.plan('DomainCreated', []);
    const other = { ...context, teamId: '0195d6a0-0000-7000-8000-00000000000b' };
    world.clock.advance(15_000);
    expect(await writing().writes.create(other, settings)).toEqual({ refused: 'name-taken', name: 'example.com' });
    expect(await writing().writes.create(context, settings)).toEqual({ domainId: expect.any(String) });
    expect((await types()).slice(0, 3)).toEqual(['Reserved', 'DomainCreated', 'DomainDkimKeyAdded']);
  });

  it('a deletion that was cut off frees the name and destroys the keys', async () => {
    const created = await writing().writes.create(context, settings);
    if ('refused' in created) throw new Error(created.refused);
    const stream = streamName('domain', created.domainId);
    const { state } = await load(world.process(), sendingDomain, stream);
    const secrets = state.status === 'active' ? state.dkimKeys.map(({ secretName }) => secretName) : [];
    expect(await world.keys.getSecret(secrets[0] ?? '')).toBeDefined();
    world.store.plan('Released', [], 'lost');
    const { writes, failures } = writing();
    const change = { type: 'DeleteDomain', reason: 'asked' } as const;
    expect(await writes.change(context, created.domainId, change)).toEqual({ id: created.domainId });
    expect(failures).toHaveLength(1);
    expect(await writing().writes.create(context, settings)).toMatchObject({ refused: 'name-taken' });
    world.store.plan('Released', []);
    await finish();
    expect((await types()).slice(-2)).toEqual(['DomainDeleted', 'Released']);
    for (const name of secrets) expect(await world.keys.getSecret(name)).toBeUndefined();
    expect(await writing().writes.create(context, settings)).toMatchObject({ domainId: expect.any(String) });
    const count = (await types()).length;
    await finish();
    expect(await types()).toHaveLength(count);
  });
});
