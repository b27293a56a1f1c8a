import { untilMovedAway } from '../../src/application/installation/wait-for-event.js';
import { handle } from '../../src/application/shared/handle.js';
import { installation } from '../../src/domain/installation/installation.js';
import { installationStream } from '../../src/domain/shared/stream-name.js';
import { correlationId, useWorld, world } from '../support/world.js';

const provenance = {
  context: { teamId: null, actor: { kind: 'cli', id: 'migrate' }, correlationId },
  region: null,
} as const;

describe('a process of an installation that moves to other engines', () => {
  useWorld();
  let stopping: AbortController;
  beforeEach(async () => {
    stopping = new AbortController();
    await command({
      type: 'CreateInstallation',
      installation: { installationId: 'i1', firstTeamId: 't1', keyStoreId: 'k1' },
    });
  });
  const command = (wanted: Parameters<typeof installation.decide>[0]) =>
    handle(world.process(), installation, installationStream, wanted, provenance);
  const moveAway = () => command({ type: 'MoveAway', migrationId: 'm1' });
  const fail = (error: unknown): never => {
    throw error;
  };
  const movedAway = () => untilMovedAway(world.process(), stopping.signal, fail);

  it('learns it where that was said before it looked', async () => {
    await moveAway();
    expect(await movedAway()).toBe(true);
  });

  it('learns it when that is said later', async () => {
    const learned = movedAway();
    await moveAway();
    expect(await learned).toBe(true);
  });

  it('looks again where the log did not answer', async () => {
    await moveAway();
    world.store.failReads(2);
    const failures: unknown[] = [];
    const learned = untilMovedAway(world.process(), stopping.signal, (error) => failures.push(error));
    expect(await learned).toBe(true);
    expect(failures).toHaveLength(2);
  });

  it('does not look any longer than it lives', async () => {
    const learned = movedAway();
    stopping.abort();
    expect(await learned).toBe(false);
  });
});
