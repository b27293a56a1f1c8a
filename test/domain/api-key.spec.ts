import { apiKey } from '../../src/domain/api-key/api-key.js';
import type { ApiKeyCreated, ApiKeyEvent } from '../../src/domain/api-key/events.js';
import { recordedAt, specOf } from '../support/decider-spec.js';

const { given } = specOf(apiKey);
const created: ApiKeyCreated = {
  type: 'ApiKeyCreated',
  data: {
    apiKeyId: 'key-1',
    teamId: 'team-1',
    name: 'Server',
    permission: 'sending_access',
    domainId: 'domain-1',
    tokenHash: 'ab',
  },
};
const deleted: ApiKeyEvent = { type: 'ApiKeyDeleted', data: {} };
const used: ApiKeyEvent = { type: 'ApiKeyUsed', data: {} };
const create = { type: 'CreateApiKey', key: created.data } as const;
const rename = (name: string, teamId = 'team-1') => ({ type: 'RenameApiKey', teamId, name }) as const;
const remove = (teamId = 'team-1') => ({ type: 'DeleteApiKey', teamId }) as const;
const noteUse = (day: string) => ({ type: 'NoteApiKeyUse', day }) as const;

describe('an API key', () => {
  it('is created once; its id is never used again', () => {
    given().when(create).then(created);
    given(created).when(create).thenRefused('already-exists');
    given(created, deleted).when(create).thenRefused('already-exists');
  });

  it('is renamed, and quietly where it is called so already', () => {
    given(created)
      .when(rename('Backup'))
      .then({ type: 'ApiKeyRenamed', data: { name: 'Backup' } });
    given(created).when(rename('Server')).thenNothing();
    given(created, { type: 'ApiKeyRenamed', data: { name: 'Backup' } })
      .when(rename('Backup'))
      .thenNothing();
  });

  it('is deleted, and then it is not there', () => {
    given(created).when(remove()).then(deleted);
    given(created, deleted).when(remove()).thenRefused('not-found');
    given(created, deleted).when(rename('Backup')).thenRefused('not-found');
    given(created, deleted).when(noteUse('2026-03-02')).thenRefused('not-found');
    expect(given(created, deleted, used).state).toStrictEqual({ status: 'deleted' });
  });

  it('is replaced once, and opens nothing after the earlier of the two ends', () => {
    const until = '2026-03-02T10:00:00.000Z';
    const replace = { type: 'ReplaceApiKey', teamId: 'team-1', by: 'key-2', until } as const;
    const replaced: ApiKeyEvent = { type: 'ApiKeyReplaced', data: { by: 'key-2', until } };
    given(created).when(replace).then(replaced);
    given(created, replaced).when(replace).thenRefused('already-replaced');
    given(created, deleted).when(replace).thenRefused('not-found');
    given(created)
      .when({ ...replace, teamId: 'team-2' })
      .thenRefused('not-found');
    const ends = (expiresAt: string) => ({ ...created, data: { ...created.data, expiresAt } });
    expect(given(created, replaced).state).toMatchObject({ key: { expiresAt: until }, replacedBy: 'key-2' });
    expect(given(ends('2026-03-01T00:00:00.000Z'), replaced).state).toMatchObject({
      key: { expiresAt: '2026-03-01T00:00:00.000Z' },
    });
    expect(given(ends('2027-03-01T00:00:00.000Z'), replaced).state).toMatchObject({ key: { expiresAt: until } });
  });

  it('is not there for another team', () => {
    given(created).when(rename('Backup', 'team-2')).thenRefused('not-found');
    given(created).when(remove('team-2')).thenRefused('not-found');
  });

  it('is not there before it was created', () => {
    given().when(remove()).thenRefused('not-found');
  });

  it('notes its use once a day, by the time of the event in UTC', () => {
    given(created).when(noteUse('2026-03-02')).then(used);
    const usedLate = given(created, recordedAt('2026-03-02T23:59:59.999Z', used));
    usedLate.when(noteUse('2026-03-02')).thenNothing();
    usedLate.when(noteUse('2026-03-03')).then(used);
  });
});
