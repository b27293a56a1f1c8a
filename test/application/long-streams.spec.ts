import type { ContactFields } from '../../src/application/contact/contact-change.js';
import { contactStream } from '../../src/application/contact/contact-streams.js';
import { changeOneContact, CreateContact } from '../../src/application/contact/manage-contacts.js';
import { getContact } from '../../src/application/contact/read-contacts.js';
import { LongStreams } from '../../src/application/shared/long-streams.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { context, ownWrites, teamId, World } from '../support/world.js';

const key = { address: 'ada@one.test' };
const long = 'x'.repeat(120_000);

async function started() {
  const world = await World.create();
  const longStreams = new LongStreams(() => world.clock.monotonicMs());
  const ports = { ...world.process(), readStore: new MemoryReadStore(), ownWrites, longStreams };
  const create = (fields: ContactFields) =>
    CreateContact.start(ports).run({
      context,
      consents: [],
      segmentIds: [],
      fields: { ...fields, email: key.address },
    });
  const reads: number[] = [];
  const readStream = world.store.readStream.bind(world.store);
  world.store.readStream = (stream, options) => {
    if (stream.startsWith('contact-')) reads.push(options?.from ?? 0);
    return readStream(stream, options);
  };
  return {
    world,
    reads,
    create,
    change: (fields: ContactFields) => changeOneContact(ports, { context, key, fields }),
    nameNow: async () => (await getContact(ports, { teamId, key }))?.firstName,
  };
}

describe('a long stream that was read a moment ago', () => {
  it('is read on from its end, and shows what came since', async () => {
    const { create, change, nameNow, reads } = await started();
    await create({ lastName: long });
    for (const firstName of ['Ada', 'Bea', 'Cleo']) await change({ firstName });
    expect(await nameNow()).toBe('Cleo');
    reads.length = 0;
    await change({ firstName: 'Dora' });
    expect(await nameNow()).toBe('Dora');
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.every((from) => from > 0)).toBe(true);
  });

  it('is read whole again after half a minute', async () => {
    const { create, change, nameNow, reads, world } = await started();
    await create({ lastName: long });
    await change({ firstName: 'Ada' });
    await nameNow();
    reads.length = 0;
    world.clock.advance(30_001);
    await nameNow();
    expect(reads.every((from) => from === 0)).toBe(true);
  });

  it('is not shown once its key was destroyed', async () => {
    const { create, change, nameNow, world } = await started();
    const made = await create({ lastName: long });
    if ('refused' in made) throw new Error('the contact was refused');
    await change({ firstName: 'Ada' });
    expect(await nameNow()).toBe('Ada');
    const stream = contactStream(made.id);
    const stored = await world.store.readStream(stream);
    await world.keys.destroy(world.codec.kids(stored), new Date(0).toISOString());
    expect(await nameNow()).toBeUndefined();
  });

  it('is not shown once it was removed', async () => {
    const { create, nameNow, world } = await started();
    const made = await create({ firstName: 'Ada', lastName: long });
    if ('refused' in made) throw new Error('the contact was refused');
    expect(await nameNow()).toBe('Ada');
    const stream = contactStream(made.id);
    await world.store.removeStream(stream, 'tombstone', (await world.store.readStream(stream)).length - 1);
    expect(await nameNow()).toBeUndefined();
  });
});
