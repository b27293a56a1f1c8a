import type { ImportEvent } from '../../src/domain/import/events.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { streamName } from '../../src/domain/shared/stream-name.js';
import { importsProjection } from '../../src/projections/imports/imports.projection.js';
import { foldAll, redeliveryProperty } from '../support/projection-spec.js';
import { idAt, RecordedLog, teamId, timeAt } from '../support/recorded-events.js';
import fc from '../support/properties.js';

const chunk = {
  index: 0,
  firstRow: 1,
  lastRow: 3,
  next: { byte: 60, line: 5 },
  counts: { created: 1, updated: 1, skipped: 0, failed: 1 },
  failedRows: null,
};
const events = {
  created: {
    type: 'ImportCreated',
    data: {
      teamId,
      file: { blobId: 'b', plainBytes: 100, sizeBytes: 128, digest: 'f' },
      fileKid: kidOf(idAt(50), 0),
      fileName: plain(kidOf(idAt(50), 1), 'people.csv'),
      encoding: 'utf-8',
      separator: ',',
      columns: { email: 0, unsubscribed: null, properties: [] },
      rowsAt: { byte: 6, line: 2 },
      onConflict: 'upsert',
      segmentIds: [],
      topics: [],
      fileAt: timeAt(1),
    },
  },
  chunk: { type: 'ImportChunkApplied', data: chunk },
  completed: { type: 'ImportCompleted', data: {} },
  failed: { type: 'ImportFailed', data: { reason: 'row-too-long', line: 4 } },
  canceled: { type: 'ImportCanceled', data: {} },
  undo: { type: 'ImportUndoRequested', data: {} },
  undone: {
    type: 'ImportChunkUndone',
    data: { index: 0, next: { byte: 60, line: 5 }, counts: { deleted: 1, restored: 0, kept: 1 } },
  },
  over: { type: 'ImportUndone', data: {} },
  aged: { type: 'ImportFileDestroyed', data: { reason: 'age' } },
  deleted: { type: 'ImportFileDestroyed', data: { reason: 'deleted' } },
} satisfies Readonly<Record<string, ImportEvent>>;
type Name = keyof typeof events;

const logOf = (happenings: readonly (readonly [number, Name])[]) => {
  const log = new RecordedLog();
  for (const [number, name] of happenings) log.add(streamName('import', idAt(number)), events[name]);
  return log.all;
};
const documentAfter = (...names: readonly Name[]): unknown => {
  const json = foldAll(importsProjection, logOf(names.map((name) => [1, name] as const))).get(idAt(1));
  return json === undefined ? undefined : (JSON.parse(json) as unknown);
};

describe('the imports projection', () => {
  it('shows how far each has come, and what was undone', () => {
    expect(documentAfter('created')).toMatchObject({
      status: 'queued',
      fileName: 'people.csv',
      bytesRead: 0,
      actor: { kind: expect.any(String) },
    });
    expect(documentAfter('created', 'chunk', 'chunk')).toMatchObject({
      status: 'in_progress',
      bytesRead: 60,
      counts: { created: 2, updated: 2, skipped: 0, failed: 2 },
    });
    expect(documentAfter('created', 'completed')).toMatchObject({ status: 'completed', completedAt: timeAt(2) });
    expect(documentAfter('created', 'failed')).toMatchObject({ status: 'failed', reason: 'row-too-long', line: 4 });
    expect(documentAfter('created', 'canceled', 'chunk')).toMatchObject({ status: 'failed', reason: 'canceled' });
    expect(documentAfter('created', 'completed', 'undo', 'undone', 'over')).toMatchObject({
      undo: { deleted: 1, restored: 0, kept: 1, isOver: true },
    });
    expect(documentAfter('created', 'completed', 'aged')).toMatchObject({ fileName: null, hasFile: false });
    expect(documentAfter('created', 'completed', 'deleted')).toBeUndefined();
  });

  it('gives the same bytes in any batches and after any restart', async () => {
    const names = fc.constantFrom<Name>(...(Object.keys(events) as Name[]));
    const happenings = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), names), { maxLength: 25 });
    await fc.assert(redeliveryProperty(importsProjection, happenings.map(logOf)));
  });
});
