import { handle } from '../../../src/application/shared/handle.js';
import { lastVerification, recordVerification } from '../../../src/application/verify/record-verification.js';
import type { LogHead } from '../../../src/application/verify/log-head.js';
import type { Verification } from '../../../src/application/verify/verify-log.js';
import { logVerificationStreams } from '../../../src/domain/log-verification/events.js';
import { installation } from '../../../src/domain/installation/installation.js';
import { summariesIn } from '../../../src/domain/shared/event.js';
import { installationStream, logVerificationStream } from '../../../src/domain/shared/stream-name.js';
import { SealedWorld } from '../../support/sealing.js';
import { useWorld, world } from '../../support/world.js';

const actor = { kind: 'cli', id: 'verify' } as const;
const provenance = { context: { teamId: null, actor, correlationId: 'run-1' }, region: null };

describe('a verification', () => {
  useWorld();
  let sealed: SealedWorld;
  beforeEach(async () => {
    sealed = await SealedWorld.over(world);
    await sealed.createTeam('a');
    await sealed.seal();
  });

  const record = (verification: Verification, published?: LogHead) =>
    recordVerification(world.process(), verification, published, provenance);
  const sentence = summariesIn([logVerificationStreams]);
  const sentences = async () => (await world.events(logVerificationStream)).map(({ event }) => sentence(event));

  it('was never done, as far as is known, before the first is recorded', async () => {
    expect(await lastVerification(world.process())).toBeUndefined();
  });

  it('is recorded with what it found, and the last one counts', async () => {
    const found = await sealed.verify();
    const bad = { stream: 'team-a', revision: 0, position: null, id: null, problem: 'it is gone' } as never;
    expect(await record({ ...found, bad })).toBe('recorded');
    expect(await record(found, { seal: 1 } as LogHead)).toBe('recorded');
    const last = await lastVerification(world.process());
    expect(last).toMatchObject({ revision: 1, metadata: { actor, teamId: null } });
    expect(last?.event.data).toEqual({
      result: 'sound',
      events: found.events,
      streams: found.streams,
      seals: 1,
      unsealed: 0,
      publishedSeal: 1,
      bad: null,
    });
    expect(await sentences()).toEqual([
      'Log verified: broken at team-a revision 0: it is gone',
      `Log verified, compared with the published head of seal 1: ${found.events} events in ${found.streams} streams and 1 seals, all intact`,
    ]);
  });

  it('needs no seal, and is verified as everything else is', async () => {
    const before = await sealed.verify();
    await record(before);
    await sealed.seal();
    expect(await sealed.seals()).toHaveLength(1);
    expect(await sealed.verify()).toMatchObject({ bad: undefined, unsealed: 0, events: before.events + 1 });
  });

  it('is recorded on both sides when two run at once', async () => {
    const found = await sealed.verify();
    expect(await Promise.all([record(found), record(found)])).toEqual(['recorded', 'recorded']);
    expect(await sentences()).toHaveLength(2);
  });

  it('writes nothing where the installation has moved away', async () => {
    const ids = { installationId: 'i1', firstTeamId: 't1', keyStoreId: 'k1' };
    for (const command of [
      { type: 'CreateInstallation', installation: ids },
      { type: 'MoveAway', migrationId: 'm1' },
    ] as const) {
      await handle(world.process(), installation, installationStream, command, provenance);
    }
    expect(await record(await sealed.verify())).toBe('moved-away');
    expect(await sentences()).toEqual([]);
  });
});
