import { removeErasedBodies } from '../../../src/application/erasure/erase-emails.js';
import { kidOf } from '../../../src/domain/shared/personal.js';
import { accepting, mailTo } from '../../support/accepting.js';
import { World } from '../../support/world.js';

describe('the bodies of emails whose keys are destroyed', () => {
  it('go, and those of all others stay', async () => {
    const world = await World.create();
    await world.addDomain('example.com');
    for (const address of ['ada@one.test', 'bo@two.test', 'cy@one.test'])
      await accepting(world).send(mailTo([address]));
    const [first, second] = world.keys.created.map(({ row }) => row);
    // Only a recipient's key of the second one: its mail is still there for others.
    await world.keys.destroy([kidOf(first ?? '', 0), kidOf(second ?? '', 1)], '2026-03-02T10:00:00.000Z');
    expect(await removeErasedBodies(world.process())).toBe(1);
    const bodies = await Promise.all(world.blobs.stored.map(({ id }) => world.blobs.get(id)));
    expect(bodies.map((body) => body !== undefined)).toStrictEqual([false, true, true]);
    expect(await removeErasedBodies(world.process())).toBe(1);
  });
});
