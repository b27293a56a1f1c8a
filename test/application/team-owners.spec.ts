import { handle } from '../../src/application/shared/handle.js';
import { TeamOwners } from '../../src/application/shared/team-owners.js';
import type { Actor } from '../../src/domain/shared/recorded.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { team } from '../../src/domain/team/team.js';
import { teamsProjection } from '../../src/projections/people/teams.projection.js';
import { MemoryReadStore } from '../support/memory-read-store.js';
import { readModel } from '../support/read-model.js';
import { useWorld, world } from '../support/world.js';

const ada: Actor = { kind: 'user', id: 'ada' };
const operator: Actor = { kind: 'cli', id: 'teams create' };

describe('the owner of a team', () => {
  useWorld();
  let readStore: MemoryReadStore;
  let owners: TeamOwners;
  beforeEach(async () => {
    readStore = new MemoryReadStore();
    owners = new TeamOwners({ ...world.process(), readStore, ownWrites: { settled: async () => undefined } });
  });

  async function create(teamId: string, actor: Actor): Promise<void> {
    const provenance = { context: { teamId, actor, correlationId: 'r' }, region: null };
    const command = { type: 'CreateTeam', teamId, name: 'Looms' } as const;
    await handle(world.process(), team, streamName('team', teamId), command, provenance);
  }

  it('is the person who made it, and the team itself where the operator did', async () => {
    await create('one', ada);
    await create('two', ada);
    await create('operators', operator);
    expect(await Promise.all(['one', 'two', 'operators', 'unknown'].map((each) => owners.of(each)))).toEqual([
      'ada',
      'ada',
      'operators',
      'unknown',
    ]);
    expect(['one', 'operators', 'unknown'].map(owners.known)).toEqual(['ada', 'operators', 'unknown']);
  });

  it('counts the figures of all of the owner’s teams together, and of no other', async () => {
    await create('one', ada);
    await create('two', ada);
    await create('operators', operator);
    await create('bobs', { kind: 'user', id: 'bob' });
    await readModel(world, teamsProjection, readStore);
    const figures: Readonly<Record<string, number>> = { one: 1, two: 2, operators: 4, bobs: 8 };
    const sum = (teamId: string) => owners.sum(teamId, async (each) => figures[each] ?? 0);
    expect(await Promise.all(['one', 'two', 'operators', 'bobs'].map(sum))).toEqual([3, 3, 4, 8]);
  });

  it('counts a team alone while the log cannot be read, and asks again afterwards', async () => {
    await create('one', ada);
    world.store.failReads(1);
    expect(await owners.of('one')).toBe('one');
    expect(await owners.of('one')).toBe('ada');
  });
});
