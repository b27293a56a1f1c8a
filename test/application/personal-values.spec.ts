import { z } from 'zod';
import { handle, load, type Loaded, unwritten } from '../../src/application/shared/handle.js';
import { destroyKeysOf, personalValues, personHashesIn } from '../../src/application/shared/personal-values.js';
import { addressHash } from '../../src/application/shared/address-hash.js';
import type { Decider } from '../../src/domain/shared/decider.js';
import { event, personal, personHash, streams } from '../../src/domain/shared/event.js';
import { rowOf } from '../../src/domain/shared/personal.js';
import { type Category, streamName } from '../../src/domain/shared/stream-name.js';
import { correlationId, teamId, World } from '../support/world.js';

const provenance = { context: { teamId, actor: { kind: 'user', id: 'u' }, correlationId }, region: null } as const;
const category = 'plantedcontact' as Category;
const planted = streams(category, [
  event('PlantedContact', {
    data: z.object({
      addressHash: personHash,
      email: personal(z.string()),
      name: personal(z.string()).optional(),
      note: personal(z.string(), { ownKey: true }).nullable(),
    }),
    summary: 'Written',
  }),
]);
type Written = { readonly type: 'PlantedContact'; readonly data: object };
const contact: Decider<Written, null, Written, never> = {
  initial: null,
  decide: (written) => [written],
  evolve: () => null,
};
const stream = streamName(category, 'one');

describe('personal values of an event', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.create({ streams: [planted] });
  });

  const write = async (loaded: Loaded<null>, plainValues: { email: string; name?: string; note?: string }) => {
    const ports = world.process();
    const sealed = await personalValues(ports, planted, 'PlantedContact', loaded, plainValues);
    const { newKeys } = sealed;
    const data = { addressHash: 'h', note: null, ...sealed.values };
    await handle(ports, contact, stream, { type: 'PlantedContact', data }, provenance, { loaded, newKeys });
    return sealed;
  };
  const again = () => load(world.process(), contact, stream, true);
  const read = async () => (await world.events(stream)).map(({ event }) => event.data);

  it('are under one key of the stream, and under their own where the definition says so', async () => {
    const { values } = await write(unwritten(contact, stream), { email: 'a@one.test', name: 'A', note: 'N' });
    expect(values.name?.kid).toBe(values.email.kid);
    expect(values.note?.kid).not.toBe(values.email.kid);
    expect(rowOf(values.note?.kid ?? values.email.kid)).toBe(rowOf(values.email.kid));
    const changed = await write(await again(), { email: 'b@one.test', note: 'M' });
    expect(changed.values.email.kid).toBe(values.email.kid);
    expect(changed.values.note?.kid).not.toBe(values.note?.kid);
    expect(await read()).toMatchObject([
      { email: { value: 'a@one.test' }, name: { value: 'A' }, note: { value: 'N' } },
      { email: { value: 'b@one.test' }, note: { value: 'M' } },
    ]);
  });

  it('are under a new key once an erasure has destroyed that of the stream', async () => {
    const { values } = await write(unwritten(contact, stream), { email: 'a@one.test', note: 'N' });
    await world.keys.destroy([values.email.kid], new Date(0).toISOString());
    await write(await again(), { email: 'b@one.test' });
    expect(await read()).toMatchObject([
      { email: { erased: true }, note: { value: 'N' } },
      { email: { value: 'b@one.test' } },
    ]);
  });

  it('need keys that are on disk first', async () => {
    world.keys.broken = true;
    await expect(write(unwritten(contact, stream), { email: 'a@one.test' })).rejects.toThrow('no room');
    expect(await world.types(stream)).toEqual([]);
  });

  it('make no row where every key is there', async () => {
    await write(unwritten(contact, stream), { email: 'a@one.test' });
    world.keys.broken = true;
    const { newKeys } = await write(await again(), { email: 'b@one.test' });
    expect(newKeys.size).toBe(0);
  });

  it('are gone with the keys of the stream', async () => {
    await write(unwritten(contact, stream), { email: 'a@one.test', note: 'N' });
    await destroyKeysOf(world.process(), stream);
    expect(await read()).toMatchObject([{ email: { erased: true }, note: { erased: true } }]);
  });
});

describe('the persons that a text names', () => {
  it('are the hashes of its addresses, each once', async () => {
    const { hash } = (await World.create()).process();
    const text = 'Ask ada@one.test, <ADA@one.test> or "bo@two.example". Not @all or x@.';
    expect(personHashesIn(hash, text)).toEqual(
      ['ada@one.test', 'bo@two.example'].map((each) => addressHash(hash, each)),
    );
  });
});
