import type { InstallationEvent } from '../../src/domain/installation/events.js';
import type { Position } from '../../src/domain/shared/recorded.js';
import { installation } from '../../src/domain/installation/installation.js';
import { team } from '../../src/domain/team/team.js';
import { specOf } from '../support/decider-spec.js';

describe('the installation', () => {
  const { given } = specOf(installation);
  const data = { installationId: 'i1', firstTeamId: 't1', keyStoreId: 'k1' };
  const created: InstallationEvent = { type: 'InstallationCreated', data };
  const added: InstallationEvent = { type: 'BootstrapApiKeyAdded', data: { apiKeyId: 'key-1' } };

  it('is created by whoever comes first', () => {
    given().when({ type: 'CreateInstallation', installation: data }).then(created);
    given(created)
      .when({ type: 'CreateInstallation', installation: { ...data, installationId: 'i2' } })
      .thenNothing();
  });

  it('remembers each bootstrap key once', () => {
    given(created).when({ type: 'AddBootstrapApiKey', apiKeyId: 'key-1' }).then(added);
    given(created, added).when({ type: 'AddBootstrapApiKey', apiKeyId: 'key-1' }).thenNothing();
    given(created, added)
      .when({ type: 'AddBootstrapApiKey', apiKeyId: 'key-2' })
      .then({ type: 'BootstrapApiKeyAdded', data: { apiKeyId: 'key-2' } });
  });

  describe('restored from a backup', () => {
    const what = { backupId: 'b1', takenAt: '2026-03-01T09:00:00.000Z', head: '7' as Position };
    const restored: InstallationEvent = { type: 'InstallationRestored', data: what };
    const resumed: InstallationEvent = { type: 'DeliveryResumed', data: { backupId: 'b1' } };
    const record = { type: 'RecordRestore', restored: what } as const;
    const resume = { type: 'ResumeDelivery' } as const;

    it('holds delivery until somebody resumes it, once', () => {
      given(created).when(record).then(restored);
      expect(given(created, restored).state).toMatchObject({ restore: { backupId: 'b1', held: true } });
      given(created, restored).when(resume).then(resumed);
      expect(given(created, restored, resumed).state).toMatchObject({ restore: { backupId: 'b1', held: false } });
      given(created, restored, resumed).when(resume).thenNothing();
    });

    it('holds it again after another restore, of the same backup too', () => {
      given(created, restored, resumed).when(record).then(restored);
      expect(given(created, restored, resumed, restored).state).toMatchObject({ restore: { held: true } });
    });

    it('has nothing to resume where nothing was restored', () => {
      given(created).when(resume).thenNothing();
      given().when(resume).thenRefused('not-created');
    });
  });

  describe('moved to other engines', () => {
    const away: InstallationEvent = { type: 'InstallationMovedAway', data: { migrationId: 'm1' } };
    const moved = { migrationId: 'm1', sealedThrough: '7' as Position };
    const movedIn: InstallationEvent = { type: 'InstallationMovedIn', data: moved };
    const leave = (migrationId: string) => ({ type: 'MoveAway', migrationId }) as const;
    const arrive = { type: 'MoveIn', moved } as const;

    it('leaves once, by one migration', () => {
      given(created).when(leave('m1')).then(away);
      given(created, away).when(leave('m1')).thenNothing();
      given(created, away).when(leave('m2')).thenRefused('moved-away');
    });

    it('arrives only where it has left, and by the same migration', () => {
      given(created, away).when(arrive).then(movedIn);
      given(created).when(arrive).thenNothing();
      given(created, away, movedIn).when(arrive).thenNothing();
      given(created, { type: 'InstallationMovedAway', data: { migrationId: 'm2' } })
        .when(arrive)
        .thenRefused('moved-away');
      expect(given(created, away).state).toMatchObject({ movedAway: 'm1' });
      expect(given(created, away, movedIn).state).toMatchObject({ movedAway: null, movedInAt: expect.any(String) });
    });

    it('leaves again from there', () => {
      given(created, away, movedIn)
        .when(leave('m2'))
        .then({ type: 'InstallationMovedAway', data: { migrationId: 'm2' } });
    });
  });

  it('has no keys before it was created', () => {
    given().when({ type: 'AddBootstrapApiKey', apiKeyId: 'key-1' }).thenRefused('not-created');
    expect(given(added).state).toStrictEqual({ status: 'none' });
  });
});

describe('a team', () => {
  const { given } = specOf(team);
  const create = { type: 'CreateTeam', teamId: 't1', name: 'First team' } as const;
  const created = { type: 'TeamCreated', data: { teamId: 't1', name: 'First team' } } as const;

  it('is created once', () => {
    given().when(create).then(created);
    given(created).when(create).thenRefused('already-exists');
  });
});
