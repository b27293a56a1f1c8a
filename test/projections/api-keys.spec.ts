import type { ApiKeyCreated, ApiKeyEvent } from '../../src/domain/api-key/events.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { apiKeysProjection } from '../../src/projections/api-keys/api-keys.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { apiKeyId, idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const created = (id: string): ApiKeyCreated => ({
  type: 'ApiKeyCreated',
  data: {
    apiKeyId: id,
    teamId,
    name: 'ci',
    permission: 'sending_access',
    domainId: idAt(9),
    tokenHash: 'f'.repeat(64),
  },
});

function documentAfter(...events: readonly ApiKeyEvent[]): unknown {
  const log = new RecordedLog();
  for (const event of events) log.add(streamName('apikey', idAt(1)), event);
  const json = foldAll(apiKeysProjection, log.all).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
}

/** A few keys: created, then renamed, used and deleted in any order, also after the deletion. */
const histories = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('rename', 'replace', 'use', 'delete')), {
    maxLength: 25,
  })
  .map((happenings) => {
    const log = new RecordedLog();
    for (const number of [1, 2, 3]) log.add(streamName('apikey', idAt(number)), created(idAt(number)));
    happenings.forEach(([number, what], index) => {
      const stream = streamName('apikey', idAt(number));
      if (what === 'rename') log.add(stream, { type: 'ApiKeyRenamed', data: { name: `name ${index}` } });
      else if (what === 'replace')
        log.add(stream, { type: 'ApiKeyReplaced', data: { by: idAt(4), until: timeAt(index) } });
      else log.add(stream, { type: what === 'use' ? 'ApiKeyUsed' : 'ApiKeyDeleted', data: {} });
    });
    return log.all;
  });

describe('the api-keys projection', () => {
  it('shows a key without anything that could be used as one', () => {
    expect(documentAfter(created(idAt(1)))).toEqual({
      id: idAt(1),
      teamId,
      name: 'ci',
      permission: 'sending_access',
      domainId: idAt(9),
      createdAt: timeAt(1),
      expiresAt: null,
      lastUsedAt: null,
      tokenStart: null,
      createdBy: { kind: 'api-key', id: apiKeyId },
      replacedBy: null,
    });
  });

  it('shows the beginning of its token, and until when it is valid beside the one that replaced it', () => {
    const { data } = created(idAt(1));
    const shown: ApiKeyCreated = { type: 'ApiKeyCreated', data: { ...data, tokenStart: 're_Qww' } };
    const replaced: ApiKeyEvent = { type: 'ApiKeyReplaced', data: { by: idAt(2), until: timeAt(90) } };
    expect(documentAfter(shown, replaced)).toMatchObject({
      tokenStart: 're_Qww',
      replacedBy: idAt(2),
      expiresAt: timeAt(90),
    });
  });

  it('shows its new name and its last use', () => {
    const renamed: ApiKeyEvent = { type: 'ApiKeyRenamed', data: { name: 'deploy' } };
    const used: ApiKeyEvent = { type: 'ApiKeyUsed', data: {} };
    expect(documentAfter(created(idAt(1)), renamed, used, used)).toMatchObject({
      name: 'deploy',
      createdAt: timeAt(1),
      lastUsedAt: timeAt(4),
    });
  });

  it('forgets a deleted key, whatever follows', () => {
    const deleted: ApiKeyEvent = { type: 'ApiKeyDeleted', data: {} };
    expect(documentAfter(created(idAt(1)), deleted, { type: 'ApiKeyUsed', data: {} })).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    await fc.assert(redeliveryProperty(apiKeysProjection, histories));
  });
});
