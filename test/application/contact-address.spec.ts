import { findContact } from '../../src/application/contact/find-contact.js';
import { changeOneContact } from '../../src/application/contact/manage-contacts.js';
import type { ContactFields } from '../../src/application/contact/contact-change.js';
import {
  contactAddressStream,
  contactStream,
  loadAddress,
  loadContact,
} from '../../src/application/contact/contact-streams.js';
import { putContact } from '../../src/application/contact/write-contact.js';
import { addressHash } from '../../src/application/shared/address-hash.js';
import { handle } from '../../src/application/shared/handle.js';
import { contact } from '../../src/domain/contact/contact.js';
import { contactAddress } from '../../src/domain/contact/contact-address.js';
import { reveal } from '../../src/domain/shared/personal.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { context, ownWrites, teamId, useWorld, world } from '../support/world.js';

const [ann, bob, cid] = ['ann@example.com', 'bob@example.com', 'cid@example.com'];
const provenance = { context, region: null };
const occasion = (means: 'api-key' | 'import') => {
  return { means, emailId: null, pageVersion: null, importId: null, visitor: null };
};
const no = { topicId: null, isSubscribed: false };
useWorld();

const ports = () => {
  return { ...world.process(), readStore: new MemoryReadStore(), ownWrites };
};

async function put(
  email: string,
  means: 'api-key' | 'import' = 'api-key',
  consents = [] as (typeof no)[],
  cause?: string,
) {
  const from = cause === undefined ? provenance : { ...provenance, cause: { id: cause, position: null } };
  const written = await putContact(ports(), teamId, { fields: { email }, consents, occasion: occasion(means) }, from);
  if ('refused' in written) throw new Error(written.refused);
  return written;
}

const change = (id: string, fields: ContactFields) => changeOneContact(ports(), { context, key: { id }, fields });
const at = async (address: string) => (await findContact(ports(), teamId, { address }))?.id;
const profile = async (id: string) => {
  const { state } = await loadContact(ports(), id);
  return state === null || state === 'deleted' ? state : reveal(state.described.profile);
};
const take = (contactId: string, email: string) => {
  const { hash } = ports();
  const stream = contactAddressStream(teamId, addressHash(hash, email));
  return handle(ports(), contactAddress, stream, { type: 'TakeAddress', teamId, contactId }, provenance);
};

it('no import brings back who left, also where a crash came between a deletion and the address', async () => {
  const first = await put(ann, 'api-key', [no]);
  await handle(
    ports(),
    contact,
    contactStream(first.id),
    { type: 'DeleteContact', teamId, because: 'request' },
    provenance,
  );
  const again = await put(ann, 'import', [{ topicId: null, isSubscribed: true }]);
  expect(again.id).not.toBe(first.id);
  expect((await loadAddress(ports(), teamId, ann)).state.contactId).toBe(again.id);
  expect((await loadContact(ports(), again.id)).state).toMatchObject({ all: { isSubscribed: false } });
});

describe('a contact that moves to another address', () => {
  it('takes it, changes and frees its own in one append', async () => {
    const { id } = await put(ann, 'api-key', [no]);
    const before = world.store.appends.length;
    await change(id, { email: bob });
    expect(world.store.appends.slice(before).map((writes) => writes.length)).toEqual([3]);
    expect([await at(ann), await at(bob)]).toEqual([undefined, id]);
    expect((await loadAddress(ports(), teamId, ann)).state).toEqual({ contactId: null, unsubscribed: [null] });
  });

  it('is where it was going for whoever asks for the address after a crash', async () => {
    const { id } = await put(ann, 'api-key', [no]);
    await take(id, bob);
    expect([await at(ann), await at(bob)]).toEqual([id, undefined]);
    expect(await put(bob, 'import')).toMatchObject({ id });
    expect([await at(ann), await at(bob)]).toEqual([undefined, id]);
    const other = await put(ann, 'import', [{ topicId: null, isSubscribed: true }]);
    expect(other.id).not.toBe(id);
    expect((await loadContact(ports(), other.id)).state).toMatchObject({ all: { isSubscribed: false } });
    expect(await profile(id)).toMatchObject({ email: bob });
  });

  it('arrives where the log took the address and not yet the contact', async () => {
    const { id } = await put(ann);
    world.store.plan('ContactAddressTaken', ['anchor-only']);
    await change(id, { email: bob, firstName: 'Ann' });
    expect(await profile(id)).toMatchObject({ email: bob, firstName: 'Ann' });
    await put(ann, 'import');
    expect(await at(bob)).toBe(id);
  });

  it('does not come back to an address that it left, though the log still names it there', async () => {
    const { id } = await put(ann);
    await change(id, { email: bob });
    await take(id, ann);
    await change(id, { email: cid });
    const other = await put(ann, 'import');
    expect(other.id).not.toBe(id);
    expect([await profile(id), await profile(other.id)]).toMatchObject([{ email: cid }, { email: ann }]);
    expect([await at(ann), await at(bob), await at(cid)]).toEqual([other.id, undefined, id]);
  });

  it('swaps addresses with another one, and a row that is applied again after it is not applied to the other', async () => {
    const row = '0195d6a0-0000-7000-8000-000000000001';
    const a = await put(ann);
    const b = await put(bob);
    expect(await put(ann, 'import', [no], row)).toMatchObject({ id: a.id, outcome: 'changed' });
    await change(a.id, { email: cid });
    await change(b.id, { email: ann });
    await change(a.id, { email: bob });
    expect([await at(ann), await at(bob), await at(cid)]).toEqual([b.id, a.id, undefined]);
    expect(await put(ann, 'import', [no], row)).toMatchObject({ id: a.id, outcome: 'changed' });
    const states = await Promise.all([a.id, b.id].map(async (id) => (await loadContact(ports(), id)).events.length));
    expect(states).toEqual([4, 3]);
  });

  it('goes on with what another request has changed in between', async () => {
    const { id } = await put(ann);
    world.store.beforeNext('ContactAddressTaken', async () => {
      await change(id, { firstName: 'Ann' });
    });
    await change(id, { email: bob });
    expect(await profile(id)).toMatchObject({ email: bob, firstName: 'Ann' });
    expect([await at(ann), await at(bob)]).toEqual([undefined, id]);
  });

  it('is refused an address that another one takes in between', async () => {
    const { id } = await put(ann);
    world.store.beforeNext('ContactAddressTaken', async () => void (await put(bob)));
    expect(await change(id, { email: bob })).toEqual({ refused: 'address-taken' });
    expect(await at(ann)).toBe(id);
  });
});

it('a change undoes neither a name nor a move that came between', async () => {
  const { id } = await put(ann);
  world.store.beforeNext('ContactChanged', async () => {
    await change(id, { lastName: 'Lee' });
    await change(id, { email: bob });
  });
  await change(id, { firstName: 'Ann' });
  expect(await profile(id)).toMatchObject({ email: bob, firstName: 'Ann', lastName: 'Lee' });
  expect([await at(ann), await at(bob)]).toEqual([undefined, id]);
});

it('takes ten changes at once, each of which is done', async () => {
  const { id } = await put(ann);
  const own = ports();
  const names = Array.from({ length: 10 }, (_, index) => `Ann ${index}`);
  const changed = await Promise.all(
    names.map((firstName) => changeOneContact(own, { context, key: { id }, fields: { firstName } })),
  );
  expect(changed).toEqual(names.map(() => ({ id })));
});
