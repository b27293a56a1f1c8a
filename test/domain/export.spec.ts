import type { ExportEvent } from '../../src/domain/export/events.js';
import { dataExport, type ExportCommand } from '../../src/domain/export/export.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';

const row = '018f0000-0000-7000-8000-000000000001';
const request = { teamId: 'a', kind: 'emails', filters: plain(kidOf(row, 0), {}), fileKid: kidOf(row, 1) } as const;
const result = {
  rows: 2,
  file: { blobId: 'b', plainBytes: 10, sizeBytes: 38, digest: 'f' },
  expiresAt: '2026-03-08T10:00:00.000Z',
} as const;

const requested: ExportEvent = { type: 'ExportRequested', data: request };
const finished: ExportEvent = { type: 'ExportFinished', data: result };
const failed: ExportEvent = { type: 'ExportFailed', data: { reason: 'too-many-rows' } };
const expired: ExportEvent = { type: 'ExportExpired', data: { reason: 'age' } };

const ask: ExportCommand = { type: 'RequestExport', request };
const finish: ExportCommand = { type: 'FinishExport', result };
const fail: ExportCommand = { type: 'FailExport', reason: 'too-many-rows' };
const expire: ExportCommand = { type: 'ExpireExport', reason: 'age' };

const after = (...events: readonly ExportEvent[]) =>
  events.reduce((state, event) => dataExport.evolve(state, event, '2026-03-01T10:00:00.000Z'), dataExport.initial);

describe('an export', () => {
  it.each<readonly [string, readonly ExportEvent[], ExportCommand, readonly ExportEvent[]]>([
    ['is asked for', [], ask, [requested]],
    ['is finished', [requested], finish, [finished]],
    ['fails', [requested], fail, [failed]],
    ['is destroyed when it is old', [requested, finished], expire, [expired]],
    ['is destroyed while it runs', [requested], expire, [expired]],
    ['is asked for once', [requested], ask, []],
    ['is finished once', [requested, finished], finish, []],
    ['is not finished any more where it was destroyed meanwhile', [requested, expired], finish, []],
    ['has nothing to be destroyed where it failed', [requested, failed], expire, []],
    ['is destroyed once', [requested, finished, expired], expire, []],
  ])('%s', (_, given, when, then) => {
    expect(dataExport.decide(when, after(...given))).toEqual(then);
  });

  it('knows its file while it is kept', () => {
    expect(after(requested, finished)).toEqual({ status: 'finished', request, file: result.file });
    expect(after(requested, finished, expired).status).toBe('expired');
  });
});
