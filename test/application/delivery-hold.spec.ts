import { lastRestore, resumeDelivery, untilResumed } from '../../src/application/installation/delivery-hold.js';
import { handle } from '../../src/application/shared/handle.js';
import { installation } from '../../src/domain/installation/installation.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { installationStream } from '../../src/domain/shared/stream-name.js';
import { correlationId, useWorld, world } from '../support/world.js';

const provenance = {
  context: { teamId: null, actor: { kind: 'cli', id: 'resume' }, correlationId },
  region: null,
} as const;

describe('delivery after a restore', () => {
  useWorld();
  beforeEach(async () => {
    await command({
      type: 'CreateInstallation',
      installation: { installationId: 'i1', firstTeamId: 't1', keyStoreId: 'k1' },
    });
  });
  const command = (wanted: Parameters<typeof installation.decide>[0]) =>
    handle(world.process(), installation, installationStream, wanted, provenance);
  const restore = () =>
    command({
      type: 'RecordRestore',
      restored: { backupId: 'b1', takenAt: '2026-03-01T09:00:00.000Z', head: '1' as Position },
    });
  const fail = (error: unknown): never => {
    throw error;
  };

  it('was never held where nothing was restored', async () => {
    expect(await lastRestore(world.process())).toBeNull();
    expect(await resumeDelivery(world.process(), provenance)).toBe(false);
    expect(await untilResumed(world.process(), new AbortController().signal, fail)).toBe(true);
  });

  it('is held until another process resumes it', async () => {
    await restore();
    expect(await lastRestore(world.process())).toMatchObject({ backupId: 'b1', held: true });
    const resumed = untilResumed(world.process(), new AbortController().signal, fail);
    expect(await resumeDelivery(world.process(), provenance)).toBe(true);
    expect(await resumed).toBe(true);
    expect(await lastRestore(world.process())).toMatchObject({ held: false });
    expect(await resumeDelivery(world.process(), provenance)).toBe(false);
  });

  it('is not waited for any longer than the process lives', async () => {
    await restore();
    const stopping = new AbortController();
    const resumed = untilResumed(world.process(), stopping.signal, fail);
    stopping.abort();
    expect(await resumed).toBe(false);
    expect(await lastRestore(world.process())).toMatchObject({ held: true });
  });
});
