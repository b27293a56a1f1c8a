import { z } from 'zod';
import { handle, unwritten } from '../../src/application/shared/handle.js';
import { keyFinishersOf } from '../../src/application/shared/key-finisher.js';
import { personalValues } from '../../src/application/shared/personal-values.js';
import type { Decider } from '../../src/domain/shared/decider.js';
import { event, noMembers, personal, personHash, streams } from '../../src/domain/shared/event.js';
import { type Category, streamName } from '../../src/domain/shared/stream-name.js';
import { notes } from '../support/process-managers.js';
import { correlationId, teamId, World } from '../support/world.js';

const provenance = { context: { teamId, actor: { kind: 'user', id: 'u' }, correlationId }, region: null } as const;
const category = 'plantedcontact' as Category;
const written = event('PlantedContact', {
  data: z.object({ addressHash: personHash, email: personal(z.string()) }),
  summary: 'Written',
});
const deleted = event('PlantedContactDeleted', { data: noMembers, summary: 'Deleted', endsKeys: true });
const planted = streams(category, [written, deleted]);
const contact: Decider<{ type: string; data: object }, null, { type: string; data: object }, never> = {
  initial: null,
  decide: (given) => [given],
  evolve: () => null,
};
const kept = streamName(category, 'kept');
const gone = streamName(category, 'gone');

describe('the keys of what was deleted', () => {
  let world: World;
  beforeEach(async () => {
    world = await World.create({ streams: [planted] });
    for (const stream of [kept, gone]) {
      const loaded = unwritten(contact, stream);
      const { values, newKeys } = await personalValues(world.process(), planted, 'PlantedContact', loaded, {
        email: 'a@one.test',
      });
      const command = { type: 'PlantedContact', data: { addressHash: 'h', ...values } };
      await handle(world.process(), contact, stream, command, provenance, { loaded, newKeys });
    }
    await handle(world.process(), contact, gone, { type: 'PlantedContactDeleted', data: {} }, provenance);
  });
  const emailOf = async (stream: typeof kept) => (await world.events(stream))[0]?.event.data;
  const made = () =>
    keyFinishersOf(world.process().resources).map(({ make }) => make({ services: { ports: world.process() } }));

  it('are destroyed, as the definition of the deletion says, and no others', async () => {
    for (const manager of made()) {
      await notes(world, manager);
      await manager.act();
      expect(manager.backlog.isEmpty).toBe(true);
    }
    expect(await emailOf(gone)).toMatchObject({ email: { erased: true } });
    expect(await emailOf(kept)).toMatchObject({ email: { value: 'a@one.test' } });
  });

  it('are asked for again where the vault could not be written', async () => {
    const [manager] = made();
    if (manager === undefined) throw new Error('there is none');
    await notes(world, manager);
    world.keys.broken = true;
    await expect(manager.act()).rejects.toThrow('no room');
    world.keys.broken = false;
    await manager.act();
    expect(await emailOf(gone)).toMatchObject({ email: { erased: true } });
  });

  it('are looked for in no log whose definitions name no deletion', () => {
    expect(keyFinishersOf([{ streams: [streams(category, [written])] }])).toEqual([]);
  });
});
