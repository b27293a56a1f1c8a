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
    log.note(() => {
      const id = process.ids.next();
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
