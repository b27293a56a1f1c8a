import { withRoomOfOwner, withRoomOfTeam } from '../../../src/application/shared/with-room.js';
import { createSerialiser } from '../../../src/application/shared/semaphore.js';
import { topicsProjection } from '../../../src/projections/topics/topics.projection.js';

/** A list that shows what was made only once somebody waits for it. */
function lagging(made = 0) {
  let shown = made;
  const serialise = createSerialiser();
  return {
    make: async () => {
      await Promise.resolve();
      made += 1;
      return { id: String(made) };
    },
    ports: {
      serialise,
      readStore: { count: async () => shown },
      ownWrites: {
        settled: async () => {
          await Promise.resolve();
          shown = made;
        },
      },
    },
    count: async () => made,
  };
}

const twenty = <Answer>(ask: () => Promise<Answer>) => Promise.all(Array.from({ length: 20 }, ask));
const madeOf = (answers: readonly object[]) => answers.filter((answer) => 'id' in answer).length;

describe('twenty requests at the same moment', () => {
  it('make as many as a team has room for, of a list that lags', async () => {
    const { ports, make } = lagging(5);
    const room = { category: 'topic', teamId: 't1', most: 12 } as const;
    const answers = await twenty(() => withRoomOfTeam(ports, topicsProjection, room, make));
    expect(madeOf(answers)).toBe(7);
    expect(answers.filter((answer) => !('id' in answer))).toEqual(Array(13).fill({ refused: 'too-many', most: 12 }));
  });

  it('make as many as an owner has room for, whichever of its teams asks', async () => {
    const { ports, make, count } = lagging();
    const teamOwners = { of: async () => 'owner', sum: () => count() };
    let asked = 0;
    const answers = await twenty(() => {
      const room = { category: 'webhook', teamId: `t${(asked += 1) % 2}`, most: 3, count } as const;
      return withRoomOfOwner({ ...ports, teamOwners }, room, make);
    });
    expect(madeOf(answers)).toBe(3);
  });

  it('are refused nothing while the lists of an owner cannot be read', async () => {
    const { ports, make } = lagging();
    const room = {
      category: 'webhook',
      teamId: 't1',
      most: 1,
      count: () => Promise.reject(new Error('away')),
    } as const;
    expect(madeOf(await twenty(() => withRoomOfOwner(ports, room, make)))).toBe(20);
  });

  it('go on after one of them failed', async () => {
    const { ports, make } = lagging();
    const room = { category: 'topic', teamId: 't1', most: 1 } as const;
    const fails = withRoomOfTeam(ports, topicsProjection, room, () => Promise.reject(new Error('away')));
    const next = withRoomOfTeam(ports, topicsProjection, room, make);
    await expect(fails).rejects.toThrow('away');
    expect(await next).toEqual({ id: '1' });
  });
});
