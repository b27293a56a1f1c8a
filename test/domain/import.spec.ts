import { contactImport, type ImportCommand } from '../../src/domain/import/import.js';
import type { ImportEvent } from '../../src/domain/import/events.js';
import { kidOf } from '../../src/domain/shared/personal.js';
import { specOf } from '../support/decider-spec.js';

const { given } = specOf(contactImport);
const file = { blobId: 'b', plainBytes: 100, sizeBytes: 128, digest: 'f' };
const data = {
  teamId: 'a',
  file,
  fileKid: kidOf('018f0000-0000-7000-8000-000000000001', 0),
  fileName: null,
  encoding: 'utf-8',
  separator: ',',
  columns: { email: 0, unsubscribed: null, properties: [] },
  rowsAt: { byte: 6, line: 2 },
  onConflict: 'upsert',
  segmentIds: [],
  topics: [],
  fileAt: '2026-03-01T10:00:00.000Z',
} as const;
const created: ImportEvent = { type: 'ImportCreated', data };
const chunkData = (index: number) => ({
  index,
  firstRow: index + 1,
  lastRow: index + 1,
  next: { byte: 20, line: 3 },
  counts: { created: 1, updated: 0, skipped: 0, failed: 0 },
  failedRows: null,
});
const chunk = (index: number): ImportEvent => ({ type: 'ImportChunkApplied', data: chunkData(index) });
const apply = (index: number): ImportCommand => ({ type: 'ApplyChunk', chunk: chunkData(index) });
const completed: ImportEvent = { type: 'ImportCompleted', data: {} };
const canceled: ImportEvent = { type: 'ImportCanceled', data: {} };
const cancel: ImportCommand = { type: 'CancelImport', teamId: 'a' };
const undo: ImportCommand = { type: 'RequestUndo', teamId: 'a' };
const undoAsked: ImportEvent = { type: 'ImportUndoRequested', data: {} };
const destroyed = (reason: 'age' | 'deleted'): ImportEvent => ({ type: 'ImportFileDestroyed', data: { reason } });

describe('an import', () => {
  it('knows which of its rows another import has applied corrected, each once, until that is undone', () => {
    const correct = (lines: readonly number[] | null): ImportCommand => ({ type: 'CorrectRows', by: 'b', lines });
    const corrected = (...lines: number[]): ImportEvent => ({
      type: 'ImportRowsCorrected',
      data: { importId: 'b', lines },
    });
    given()
      .when(correct([3]))
      .thenRefused('not-found');
    given(created, completed)
      .when(correct([4, 3]))
      .then(corrected(3, 4));
    given(created, corrected(3, 4))
      .when(correct([5]))
      .then(corrected(3, 4, 5));
    given(created, corrected(3, 4))
      .when(correct([4]))
      .thenNothing();
    given(created, corrected(3, 4)).when(correct(null)).then(corrected());
    given(created).when(correct(null)).thenNothing();
  });

  it('is applied chunk by chunk, each once, until it is completed', () => {
    given().when({ type: 'CreateImport', created: data }).then(created);
    given(created).when(apply(0)).then(chunk(0));
    given(created, chunk(0)).when(apply(0)).thenNothing();
    given(created, chunk(0)).when(apply(1)).then(chunk(1));
    given(created, chunk(0)).when({ type: 'CompleteImport' }).then(completed);
    given(created, completed).when({ type: 'CompleteImport' }).thenNothing();
  });

  it('fails where the process ended twice in the middle of one chunk, and does not begin a third time', () => {
    const begin: ImportCommand = { type: 'BeginImport' };
    const begun = (index: number): ImportEvent => ({ type: 'ImportBegun', data: { index } });
    given(created).when(begin).then(begun(0));
    given(created, begun(0)).when(begin).then(begun(0));
    const failed = (line: number): ImportEvent => ({ type: 'ImportFailed', data: { reason: 'ended-process', line } });
    given(created, begun(0), begun(0)).when(begin).then(failed(2));
    // A chunk in between: what ends the process is another one.
    given(created, begun(0), begun(0), chunk(0)).when(begin).then(begun(1));
    given(created, begun(0), chunk(0), begun(1), begun(1)).when(begin).then(failed(3));
    given(created, canceled).when(begin).thenNothing();
    // What was left in order counts for nothing.
    given(created, begun(0), begun(0), { type: 'ImportLeft', data: {} }).when(begin).then(begun(0));
    given(created).when({ type: 'LeaveImport' }).thenNothing();
  });

  it('gives up an undo in the middle of which the process ended twice', () => {
    const begin: ImportCommand = { type: 'BeginImport' };
    const asked: ImportEvent = { type: 'ImportUndoRequested', data: {} };
    const begun = (index: number): ImportEvent => ({ type: 'ImportBegun', data: { index, isUndo: true } });
    const failed: ImportEvent = { type: 'ImportUndoFailed', data: { reason: 'ended-process', line: 2 } };
    given(created, chunk(0), completed, asked).when(begin).then(begun(0));
    given(created, chunk(0), completed, asked, begun(0), begun(0)).when(begin).then(failed);
    given(created, chunk(0), completed, asked, failed).when(begin).thenNothing();
    given(created, chunk(0), completed, asked, failed).when({ type: 'CompleteUndo' }).thenNothing();
  });

  it('says what a chunk did that was under way as it was canceled, and goes no further', () => {
    given(created).when(cancel).then(canceled);
    given(created, canceled).when(cancel).thenNothing();
    given(created, canceled).when(apply(0)).then(chunk(0));
    given(created, canceled).when({ type: 'CompleteImport' }).thenNothing();
    given(created, completed).when(cancel).thenRefused('import-over');
    given(created).when({ type: 'CancelImport', teamId: 'b' }).thenRefused('not-found');
  });

  it('is undone once, after it is over and as long as its file is there', () => {
    given(created).when(undo).thenRefused('import-running');
    given(created, canceled).when(undo).then(undoAsked);
    given(created, completed, undoAsked).when(undo).thenNothing();
    given(created, completed, destroyed('age')).when(undo).thenRefused('file-destroyed');
    given(created, completed, undoAsked).when({ type: 'DeleteImport', teamId: 'a' }).thenRefused('import-running');
    given(created, completed, undoAsked).when({ type: 'CompleteUndo' }).then({ type: 'ImportUndone', data: {} });
  });

  it('is as one that does not exist once it is deleted', () => {
    given(created, completed).when({ type: 'DeleteImport', teamId: 'a' }).then(destroyed('deleted'));
    given(created, completed, destroyed('deleted')).when(undo).thenRefused('not-found');
    given(created, completed, destroyed('deleted')).when({ type: 'DestroyFile', reason: 'age' }).thenNothing();
  });
});
