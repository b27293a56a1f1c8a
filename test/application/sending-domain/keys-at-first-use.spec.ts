import { ensureDkimKeys } from '../../../src/application/sending-domain/ensure-keys.js';
import { SigningDomains } from '../../../src/application/sending-domain/dkim/signing-domains.js';
import { DomainWithKeys, provenance } from '../../support/domain-keys.js';
import { useWorld, world, World } from '../../support/world.js';

const oneKey = ['posthorn rsa-sha256 active'];

useWorld();
let sandbox: DomainWithKeys;
beforeEach(async () => {
  sandbox = await DomainWithKeys.create(world, { origin: 'sandbox' });
});

/** Each call is another process that delivers. */
function signing() {
  const domains = new SigningDomains(sandbox.rotation());
  return (domainId: string) => domains.signingKeys(domainId);
}

describe('the key of a sandbox domain', () => {
  it('is not there before its first mail', async () => {
    await ensureDkimKeys(sandbox.rotation(), await sandbox.state(), provenance);
    expect(await sandbox.keys()).toStrictEqual([]);
  });

  it('is made when the first mail is signed, its private half in the vault, and stays', async () => {
    const keysOf = signing();
    const [key, ...others] = await keysOf(sandbox.domainId);
    expect(others).toStrictEqual([]);
    expect(key).toMatchObject({ algorithm: 'rsa-sha256', selector: 'posthorn' });
    expect((await world.keys.getSecret(key?.secretName ?? ''))?.toString()).toBe('private rsa-sha256 1');
    expect(await keysOf(sandbox.domainId)).toStrictEqual([key]);
    expect(await signing()(sandbox.domainId)).toStrictEqual([key]);
    expect(await sandbox.keys()).toStrictEqual(oneKey);
  });

  it('is one for all mails that are signed at once, in any process', async () => {
    const [one, other] = [signing(), signing()];
    const found = await Promise.all([one, one, other, other].map((keysOf) => keysOf(sandbox.domainId)));
    expect(new Set(found.map((keys) => JSON.stringify(keys))).size).toBe(1);
    expect(found[0]).toHaveLength(1);
    expect(await sandbox.keys()).toStrictEqual(oneKey);
  });

  it('is found by a process that knew of none', async () => {
    const early = new SigningDomains(sandbox.rotation());
    expect((await early.active(sandbox.domainId))?.dkimKeys).toStrictEqual([]);
    const made = await signing()(sandbox.domainId);
    expect(await early.signingKeys(sandbox.domainId)).toStrictEqual(made);
    expect(await sandbox.keys()).toStrictEqual(oneKey);
  });

  it.each([
    ['the log takes nothing', () => world.store.plan('DomainDkimKeyAdded', [], 'lost'), 'cannot be written'],
    ['the vault takes nothing', () => void (world.keys.broken = true), 'no room'],
  ])('leaves the mail unsent while %s, and is made for the next one', async (_case, breakIt, reason) => {
    breakIt();
    const keysOf = signing();
    await expect(keysOf(sandbox.domainId)).rejects.toThrow(reason);
    world.store.plan('DomainDkimKeyAdded', []);
    world.keys.broken = false;
    expect(await keysOf(sandbox.domainId)).toHaveLength(1);
    expect(await sandbox.keys()).toStrictEqual(oneKey);
  });
});

it('no other domain gets a key when its mail is signed: its owner publishes it first', async () => {
  const elsewhere = await World.create();
  const domain = await DomainWithKeys.create(elsewhere, { origin: 'team' });
  expect(await new SigningDomains(domain.rotation()).signingKeys(domain.domainId)).toStrictEqual([]);
  expect(await domain.keys()).toStrictEqual([]);
});
