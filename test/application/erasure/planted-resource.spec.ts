import { z } from 'zod';
import { erasePerson } from '../../../src/application/erasure/erase-person.js';
import { createErasureFinisher } from '../../../src/application/erasure/erasure-finisher.js';
import { requestErasure } from '../../../src/application/erasure/erase-listed.js';
import { addressHash } from '../../../src/application/shared/address-hash.js';
import { erasable } from '../../../src/application/shared/resource.js';
import type { EraseFrom } from '../../../src/application/shared/erasing.js';
import { handle } from '../../../src/application/shared/handle.js';
import type { Decider } from '../../../src/domain/shared/decider.js';
import { event, type EventDefinition, personal, personHash, streams } from '../../../src/domain/shared/event.js';
import { type Kid, kidOf, plain } from '../../../src/domain/shared/personal.js';
import type { Category } from '../../../src/domain/shared/stream-name.js';
import { streamName } from '../../../src/domain/shared/stream-name.js';
import { notes } from '../../support/process-managers.js';
import { correlationId, teamId, World } from '../../support/world.js';

const context = { teamId, actor: { kind: 'user', id: 'u' }, correlationId } as const;
const ada = 'ada@one.test';
const bo = 'bo@two.test';
/** A resource that nothing in the house knows. */
const category = 'plantednote' as Category;

const guest = { addressHash: personHash, address: personal(z.string()), name: personal(z.string()) };
const noteWritten = event('PlantedNoteWritten', {
  data: z.object({ hashes: z.array(personHash), text: personal(z.string()), guests: z.array(z.object(guest)) }),
  summary: 'Written',
});
const planted = { streams: [streams(category, [noteWritten])] } as const;

type Written = { readonly type: string; readonly data: object };
const recording: Decider<Written, null, Written, never> = {
  initial: null,
  decide: (written) => [written],
  evolve: () => null,
};

describe('a resource whose definition says where persons are', () => {
  let world: World;
  const stream = streamName(category, 'one');
  const hashOf = (address: string) => addressHash(world.process().hash, address);

  beforeEach(async () => {
    world = await World.create(planted);
    const ports = world.process();
    const row = ports.ids.next();
    const keys = [0, 1, 2].map(() => ports.ids.dataKey());
    await ports.keys.createRow({ row, anchor: stream, createdAt: new Date(0).toISOString(), keys });
    const [text, first, second] = [0, 1, 2].map((index) => kidOf(row, index)) as [Kid, Kid, Kid];
    const guestOf = (kid: Kid, address: string) => ({
      addressHash: hashOf(address),
      address: plain(kid, address),
      name: plain(kid, 'N'),
    });
    const data = {
      hashes: [hashOf(ada)],
      text: plain(text, `Ask ${ada}`),
      guests: [guestOf(first, ada), guestOf(second, bo)],
    };
    const command = { type: 'PlantedNoteWritten', data };
    const newKeys = await ports.keys.getMany([text, first, second]);
    await handle(ports, recording, stream, command, { context, region: null }, { newKeys });
  });
  const written = async () => (await world.events(stream))[0]?.event.data;
  const bosOnly = {
    text: { erased: true },
    guests: [
      { address: { erased: true }, name: { erased: true } },
      { address: { value: bo }, name: { value: 'N' } },
    ],
  };

  it('is found by an erasure with no other word', async () => {
    expect(await erasePerson(world.process(), hashOf(ada), context)).toMatchObject({ emails: 0, whole: 0 });
    expect(await written()).toMatchObject(bosOnly);
  });

  it('is found by one that was asked for in the page', async () => {
    const requested = { scope: 'person', person: hashOf(ada), streams: [], kids: [], blobIds: [] } as const;
    await requestErasure(world.process(), world.process().ids.next(), requested, { context, region: null });
    const finisher = createErasureFinisher(world.process(), { empty: async () => undefined });
    await notes(world, finisher);
    await finisher.act();
    expect(await written()).toMatchObject(bosOnly);
  });
});

describe('a resource that forgets erasure', () => {
  const resource = (definition: EventDefinition, erasure?: Readonly<Record<string, EraseFrom>>) => ({
    streams: [streams(category, [definition])] as const,
    ...(erasure === undefined ? {} : { erasure }),
  });
  const forgotten = event('PlantedForgotten', {
    data: z.object({ addressHash: z.string(), name: personal(z.string()) }),
    summary: 'Forgotten',
  });

  it('is no resource: the list of all cannot be made', () => {
    expect(() => erasable([resource(forgotten)])).toThrow('An erasure would not find name of PlantedForgotten');
  });

  it('is one with a function of its own', () => {
    expect(() => erasable([resource(forgotten, { PlantedForgotten: async () => undefined })])).not.toThrow();
  });

  it('cannot speak of another event', () => {
    const erasure = { PlantedForgoten: async () => undefined };
    expect(() => erasable([resource(noteWritten, erasure)])).toThrow('erasure names PlantedForgoten');
  });
});
