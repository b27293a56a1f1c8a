import { changeOneContact, CreateContact } from '../../src/application/contact/manage-contacts.js';
import type { ContactFields } from '../../src/application/contact/contact-change.js';
import { getContact } from '../../src/application/contact/read-contacts.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { context, ownWrites, teamId, World } from '../support/world.js';

/** As much as one append takes, once it is sealed. */
const long = 'x'.repeat(700_000);
const key = { address: 'ada@one.test' };

describe('a contact that is changed again and again', () => {
  it('keeps its fields once its history has 16,000,000 characters, and can still leave', async () => {
    const world = await World.create();
    const ports = { ...world.process(), readStore: new MemoryReadStore(), ownWrites };
    const create = (fields: ContactFields) =>
      CreateContact.start(ports).run({
        ...{ context, consents: [], segmentIds: [] },
        fields: { ...fields, email: key.address },
      });
    const change = (fields: ContactFields) => changeOneContact(ports, { context, key, fields });
    const created = await create({});
    expect(created).toEqual({ id: expect.any(String) });
    let changes = 0;
    while (!('refused' in (await change({ lastName: `${changes} ${long}` })))) changes += 1;
    expect(changes).toBe(18);

    expect(await change({ firstName: 'Ada' })).toEqual({ refused: 'history-full' });
    expect(await create({ firstName: 'Ada' })).toEqual({ refused: 'history-full' });
    expect(await create({})).toEqual(created);

    const consents = [{ topicId: null, isSubscribed: false }];
    expect(await changeOneContact(ports, { context, key, consents })).toEqual(created);
    expect(await getContact(ports, { teamId, key })).toMatchObject({
      unsubscribed: true,
      firstName: null,
      lastName: `17 ${long}`,
    });
  });
});
