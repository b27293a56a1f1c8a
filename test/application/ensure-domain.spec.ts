import { SendingDomains } from '../../src/application/sending-domain/sending-domains.js';
import { teamId, useWorld, world } from '../support/world.js';

describe('a domain that the configuration names', () => {
  useWorld();
  const domains = () => {
    const ports = world.process();
    return new SendingDomains(ports);
  };
  const types = async () => (await world.store.readAll({ limit: 100 })).events.map(({ type }) => type);
  const keyAdded = 'DomainDkimKeyAdded';
  const whole = ['Reserved', 'DomainCreated', keyAdded, keyAdded, keyAdded, 'DomainVerified'];

  it('is reserved, opened, given its keys and verified', async () => {
    await world.addDomain('example.com');
    expect(await types()).toStrictEqual(whole);
    const verified = await domains().verified(teamId, 'example.com');
    expect(verified).toStrictEqual({
      domainId: expect.any(String),
      name: 'example.com',
      region: 'eu-west-1',
      sandbox: false,
    });
    const [key, ...others] = await domains().signingKeys(verified?.domainId ?? '');
    expect(others).toStrictEqual([]);
    expect(key).toMatchObject({ domain: 'example.com', selector: 'posthorn' });
    expect(await world.keys.getSecret(key?.secretName ?? '')).toStrictEqual(Buffer.from('pem'));
  });

  it('stays as it is at a later start', async () => {
    await world.addDomain('example.com');
    await world.addDomain('example.com');
    expect(await types()).toStrictEqual(whole);
  });

  it.each([...new Set(whole)])('is finished by the next start where one was cut off at %s', async (type) => {
    world.store.plan(type, [], 'lost');
    await expect(world.addDomain('example.com')).rejects.toThrow('cannot be written');
    world.store.plan(type, []);
    await world.addDomain('example.com');
    expect(await types()).toStrictEqual(whole);
    expect(await domains().verified(teamId, 'example.com')).toBeDefined();
  });

  it('is finished by the next start where the vault took no key', async () => {
    world.keys.broken = true;
    await expect(world.addDomain('example.com')).rejects.toThrow('no room');
    expect(await domains().verified(teamId, 'example.com')).toBeUndefined();
    world.keys.broken = false;
    await world.addDomain('example.com');
    expect(await types()).toStrictEqual(whole);
  });

  it('is one domain when two processes start at once', async () => {
    await Promise.all([world.addDomain('example.com'), world.addDomain('example.com')]);
    expect((await types()).toSorted()).toStrictEqual(whole.toSorted());
  });

  it('belongs to its team, or to everybody where it is a sandbox', async () => {
    await world.addDomain('example.com');
    await world.addDomain('posthorn.test', 'sandbox');
    const [mine, sandbox] = [
      await domains().verified(teamId, 'example.com'),
      await domains().verified(teamId, 'posthorn.test'),
    ];
    const other = '0195d6a0-0000-7000-8000-00000000000b';
    expect(await domains().verified(other, 'example.com')).toBeUndefined();
    expect(await domains().state(other, mine?.domainId ?? '')).toBeUndefined();
    expect(await domains().state(teamId, mine?.domainId ?? '')).toMatchObject({
      status: 'active',
      verification: { vouched: true },
    });
    expect(await domains().verified(other, 'posthorn.test')).toMatchObject({ sandbox: true });
    expect(await domains().state(other, sandbox?.domainId ?? '')).toMatchObject({
      status: 'active',
      verification: { vouched: true },
    });
    expect(await domains().state(teamId, 'unknown')).toBeUndefined();
  });

  it('shows to a process that looked before it was there', async () => {
    const early = domains();
    expect(await early.verified(teamId, 'example.com')).toBeUndefined();
    await world.addDomain('example.com');
    expect(await early.verified(teamId, 'example.com')).toBeDefined();
  });
});
