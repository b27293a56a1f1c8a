import type { ImportEvent } from '../../src/domain/import/events.js';
import { kidOf, plain } from '../../src/domain/shared/personal.js';
import { importsProjection } from '../../src/projections/imports/imports.projection.js';
import { ofStreams } from '../support/projection-spec.js';
import { idAt, teamId, timeAt } from '../support/recorded-events.js';

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
  corrected: { type: 'ImportRowsCorrected', data: { importId: idAt(60), lines: [3] } },
  uncorrected: { type: 'ImportRowsCorrected', data: { importId: idAt(60), lines: [] } },
  completed: { type: 'ImportCompleted', data: {} },
  failed: { type: 'ImportFailed', data: { reason: 'row-too-long', line: 4 } },
  canceled: { type: 'ImportCanceled', data: {} },
  undo: { type: 'ImportUndoRequested', data: {} },
  begun: { type: 'ImportBegun', data: { index: 0 } },
  undone: {
    type: 'ImportChunkUndone',
    data: { index: 0, next: { byte: 60, line: 5 }, counts: { deleted: 1, restored: 0, kept: 1 } },
  },
  over: { type: 'ImportUndone', data: {} },
  aged: { type: 'ImportFileDestroyed', data: { reason: 'age' } },
  deleted: { type: 'ImportFileDestroyed', data: { reason: 'deleted' } },
} satisfies Readonly<Record<string, ImportEvent>>;

const { documentAfter, redelivery } = ofStreams(importsProjection, 'import', events);

describe('the imports projection', () => {
  it('counts the rows that another import has applied corrected', () => {
    expect(documentAfter('created', 'chunk', 'corrected', 'corrected')).toMatchObject({ corrected: { [idAt(60)]: 1 } });
    expect(documentAfter('created', 'chunk', 'corrected', 'uncorrected')).toMatchObject({
      corrected: { [idAt(60)]: 0 },
    });
  });

  it('shows how far each has come, and what was undone', () => {
    expect(documentAfter('created')).toMatchObject({
      status: 'queued',
      fileName: 'people.csv',
      bytesRead: 0,
      actor: { kind: expect.any(String) },
    });
    expect(documentAfter('created', 'begun')).toMatchObject({ status: 'in_progress', bytesRead: 0 });
    expect(documentAfter('created', 'completed', 'undo', 'begun')).toMatchObject({ status: 'completed' });
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

  it('gives the same bytes in any batches and after any restart', redelivery);
});
