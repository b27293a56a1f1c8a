import type { InstallationEvent } from '../../src/domain/installation/events.js';
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
