import { TrackingLog } from '../../../src/application/tracking/tracking-log.js';
import { World, teamId } from '../../support/world.js';

it('stores no more hits of a moment than it may, and says how many it dropped', async () => {
  const world = await World.create();
  const process = world.process();
  let lost = 0;
  const log = new TrackingLog(process, { onLost: (hits) => void (lost += hits), onFailure: () => undefined });
  const at = new Date(world.clock.now()).toISOString();
  const made: string[] = [];
  for (let hits = 0; hits < 700; hits += 1) {
    const id = process.ids.next();
    log.note(id, () => {
      made.push(id);
      return { teamId, hit: { id, at, emailId: id, recipient: 0, link: null }, seen: '' };
    });
  }
  await log.stop();
  const [stream] = await world.streamsWith('TrackingHitsRecorded');
  const stored = (await world.events(stream!)).flatMap(({ event }) =>
    event.type === 'TrackingHitsRecorded' ? event.data.hits.map(({ id }) => id) : [],
  );
  // What is dropped is not even sealed.
  expect([stored, lost]).toEqual([made, 700 - made.length]);
  expect(made).toHaveLength(500);
});

it('notes a thousand hits of one link in a day, and those of others beside', async () => {
  const world = await World.create();
  const process = world.process();
  const log = new TrackingLog(process, { onLost: () => undefined, onFailure: () => undefined });
  let made = 0;
  const hit = async (link: string, times: number): Promise<number> => {
    const before = made;
    for (let count = 0; count < times; count += 1) {
      log.note(link, () => {
        made += 1;
        const at = new Date(world.clock.now()).toISOString();
        return { teamId, hit: { id: process.ids.next(), at, emailId: link, recipient: 0, link: null }, seen: '' };
      });
      // What waits has a limit of its own.
      if (count % 100 === 0) await log.stop();
    }
    await log.stop();
    return made - before;
  };
  expect(await hit('a', 1_200)).toBe(1_000);
  expect(await hit('b', 10)).toBe(10);
  world.clock.advance(86_400_000);
  expect(await hit('a', 10)).toBe(10);
});
