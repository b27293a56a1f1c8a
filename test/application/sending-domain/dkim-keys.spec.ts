import { advanceKeys } from '../../../src/application/sending-domain/dkim/advance-keys.js';
import { ensureDkimKeys } from '../../../src/application/sending-domain/ensure-keys.js';
import { rotateKeys } from '../../../src/application/sending-domain/dkim/rotate-keys.js';
import { SendingDomains } from '../../../src/application/sending-domain/sending-domains.js';
import { dayMs, DomainWithKeys, provenance } from '../../support/domain-keys.js';
import { useWorld, world, type World } from '../../support/world.js';

useWorld();

const ensure = async (domain: DomainWithKeys) => ensureDkimKeys(domain.rotation(), await domain.state(), provenance);
const advance = async (domain: DomainWithKeys) => advanceKeys(domain.rotation(), await domain.state(), provenance);
const rotate = async (domain: DomainWithKeys) => rotateKeys(domain.rotation(), await domain.state(), provenance);
const withKeys = async (
  ...wishes: Parameters<typeof DomainWithKeys.create> extends [World, ...infer Rest] ? Rest : never
) => {
  const domain = await DomainWithKeys.create(world, ...wishes);
  await ensure(domain);
  return domain;
};
const firstKeys = ['posthorn rsa-sha256 active', 'posthorn2 rsa-sha256 spare', 'posthorn3 ed25519-sha256 active'];

/** The selectors that sign a mail which leaves now. */
async function signing({ domainId }: DomainWithKeys): Promise<readonly string[]> {
  const ports = world.process();
  return (await new SendingDomains(ports).signingKeys(domainId)).map(({ selector }) => selector);
}

describe('the keys of a new domain', () => {
  it('are one that signs, a spare and one of Ed25519, their private halves in the vault', async () => {
    const domain = await withKeys();
    expect(await domain.keys()).toStrictEqual(firstKeys);
    expect(await Promise.all(['posthorn', 'posthorn2', 'posthorn3'].map((one) => domain.secretOf(one)))).toStrictEqual([
      'private rsa-sha256 1',
      'private rsa-sha256 2',
      'private ed25519-sha256 3',
    ]);
  });

  it('are made once', async () => {
    const domain = await withKeys();
    await ensure(domain);
    expect(await domain.keys()).toStrictEqual(firstKeys);
  });

  it('are added to what an earlier version has made', async () => {
    const domain = await DomainWithKeys.create(world, { origin: 'preverified' });
    const key = {
      selector: 'posthorn',
      algorithm: 'rsa-sha256',
      role: 'active',
      publicKey: 'A',
      secretName: 's',
    } as const;
    await domain.run({ type: 'AddDkimKey', key });
    await ensure(domain);
    expect(await domain.keys()).toStrictEqual(firstKeys);
  });

  it('are the same when two processes make them at once', async () => {
    const domain = await DomainWithKeys.create(world);
    await Promise.all([ensure(domain), ensure(domain)]);
    expect(await domain.keys()).toStrictEqual(firstKeys);
    expect(
      new Set(await Promise.all(['posthorn', 'posthorn2', 'posthorn3'].map((one) => domain.secretOf(one)))).size,
    ).toBe(3);
  });

  it.each([1, 2, 3])('are finished where the log was lost at number %i', async (number) => {
    const domain = await DomainWithKeys.create(world);
    world.store.plan(
      'DomainDkimKeyAdded',
      Array.from({ length: number - 1 }, () => 'fine' as const),
      'lost',
    );
    await expect(ensure(domain)).rejects.toThrow('could not be recorded');
    world.store.plan('DomainDkimKeyAdded', []);
    await ensure(domain);
    expect(await domain.keys()).toStrictEqual(firstKeys);
  });

  it('are not spoken of before the vault has them', async () => {
    const domain = await DomainWithKeys.create(world);
    world.keys.broken = true;
    await expect(ensure(domain)).rejects.toThrow('no room');
    expect(await domain.keys()).toStrictEqual([]);
  });
});

describe('a mail is signed', () => {
  it('with RSA alone, until a check has seen the record of Ed25519, and again when that is gone', async () => {
    const domain = await withKeys();
    expect(await signing(domain)).toStrictEqual(['posthorn']);
    await domain.checked('posthorn', 'posthorn3');
    expect(await signing(domain)).toStrictEqual(['posthorn', 'posthorn3']);
    await domain.checked('posthorn');
    expect(await signing(domain)).toStrictEqual(['posthorn']);
  });

  it('with RSA whatever a check has seen', async () => {
    const domain = await withKeys();
    await domain.checked();
    expect(await signing(domain)).toStrictEqual(['posthorn']);
  });
});

describe('a rotation', () => {
  it('goes to the spare at once where DNS shows it, and leaves the former record for the grace time', async () => {
    const domain = await withKeys();
    domain.published.add('posthorn2');
    expect(await rotate(domain)).toMatchObject({
      result: 'rotated',
      signs: { selector: 'posthorn2' },
      former: { selector: 'posthorn' },
      formerUntil: new Date(world.clock.now() + 7 * dayMs).toISOString(),
    });
    expect(await signing(domain)).toStrictEqual(['posthorn2']);
    expect((await domain.keys())[0]).toBe('posthorn rsa-sha256 retiring');
    expect(await domain.secretOf('posthorn')).toBe('private rsa-sha256 1');
  });

  it('waits while DNS does not show the spare, and is made once it does', async () => {
    const domain = await withKeys();
    expect(await rotate(domain)).toMatchObject({ result: 'waiting', spare: { selector: 'posthorn2' } });
    await advance(domain);
    expect(await signing(domain)).toStrictEqual(['posthorn']);
    domain.published.add('posthorn2');
    await advance(domain);
    expect(await signing(domain)).toStrictEqual(['posthorn2']);
  });

  it('asks DNS anew right before, whatever a check has seen', async () => {
    const domain = await withKeys();
    await domain.checked('posthorn', 'posthorn2');
    expect(await rotate(domain)).toMatchObject({ result: 'waiting' });
    expect(domain.asked).toStrictEqual(['posthorn2']);
    expect(await signing(domain)).toStrictEqual(['posthorn']);
  });

  it('ends with the former key destroyed and a new spare shown, not before the grace time is over', async () => {
    const domain = await withKeys();
    domain.published.add('posthorn2');
    await rotate(domain);
    world.clock.advance(7 * dayMs - 1);
    await advance(domain);
    expect((await domain.keys())[0]).toBe('posthorn rsa-sha256 retiring');
    world.clock.advance(1);
    await advance(domain);
    expect(await domain.keys()).toStrictEqual([
      'posthorn rsa-sha256 retired',
      'posthorn2 rsa-sha256 active',
      'posthorn3 ed25519-sha256 active',
      'posthorn4 rsa-sha256 spare',
    ]);
    expect(await domain.secretOf('posthorn')).toBeUndefined();
    expect(await domain.secretOf('posthorn2')).toBe('private rsa-sha256 2');
  });

  it('is refused while the record of the former key must stay', async () => {
    const domain = await withKeys();
    domain.published.add('posthorn2');
    await rotate(domain);
    expect(await rotate(domain)).toMatchObject({ result: 'too-soon', former: { selector: 'posthorn' } });
    expect(await signing(domain)).toStrictEqual(['posthorn2']);
  });

  it('is one rotation when it is asked for twice at once', async () => {
    const domain = await withKeys();
    domain.published.add('posthorn2');
    await Promise.all([rotate(domain), rotate(domain)]);
    expect((await domain.types()).filter((type) => type === 'DomainDkimKeySelected')).toHaveLength(1);
    expect(await signing(domain)).toStrictEqual(['posthorn2']);
  });

  it('is nothing to a sandbox domain', async () => {
    expect(await rotate(await withKeys({ origin: 'sandbox' }))).toStrictEqual({ result: 'sandbox' });
  });

  it('comes by itself when a key has signed long enough, and DNS shows the spare', async () => {
    const domain = await withKeys({}, { graceMs: 7 * dayMs, rotateAfterMs: 180 * dayMs });
    domain.published.add('posthorn2');
    world.clock.advance(180 * dayMs - 1);
    await advance(domain);
    expect(await signing(domain)).toStrictEqual(['posthorn']);
    world.clock.advance(1);
    await advance(domain);
    expect(await signing(domain)).toStrictEqual(['posthorn2']);
    expect(await domain.types()).toContain('DomainDkimRotationRequested');
  });

  it('keeps the key where the vault cannot destroy it, and says that it is retired only once it is', async () => {
    const domain = await withKeys();
    domain.published.add('posthorn2');
    await rotate(domain);
    world.clock.advance(7 * dayMs);
    world.keys.broken = true;
    await expect(advance(domain)).rejects.toThrow('no room');
    expect(await domain.types()).not.toContain('DomainDkimKeyRetired');
    world.keys.broken = false;
    await advance(domain);
    expect(await domain.types()).toContain('DomainDkimKeyRetired');
  });

  it('takes Ed25519 along where it is in use: the next key is shown after RSA has changed, and signs once a check has seen it', async () => {
    const domain = await withKeys();
    await domain.checked('posthorn', 'posthorn2', 'posthorn3');
    domain.published.add('posthorn2');
    world.clock.advance(dayMs);
    await rotate(domain);
    world.clock.advance(7 * dayMs);
    await advance(domain);
    expect((await domain.keys()).slice(2)).toStrictEqual([
      'posthorn3 ed25519-sha256 active',
      'posthorn4 rsa-sha256 spare',
      'posthorn5 ed25519-sha256 spare',
    ]);
    domain.published.add('posthorn5');
    await advance(domain);
    // Before that its place would be taken by a key that signs nothing.
    expect(await signing(domain)).toStrictEqual(['posthorn2', 'posthorn3']);
    await domain.checked('posthorn2', 'posthorn3', 'posthorn5');
    await advance(domain);
    expect((await domain.keys()).slice(2)).toStrictEqual([
      'posthorn3 ed25519-sha256 retiring',
      'posthorn4 rsa-sha256 spare',
      'posthorn5 ed25519-sha256 active',
    ]);
    expect(await signing(domain)).toStrictEqual(['posthorn2', 'posthorn5']);
  });
});
