import { type Decider, type Decision, refuse, unreachable } from '../shared/decider.js';
import { mayTry, oneMoreTry, type Tries } from '../shared/tries.js';
import type {
  FilePlace,
  ImportChunkApplied,
  ImportChunkUndone,
  ImportCreated,
  ImportEvent,
  ImportFailed,
  ImportFileDestroyed,
  SealedFile,
} from './events.js';

export type ImportCommand =
  | { readonly type: 'CreateImport'; readonly created: ImportCreated['data'] }
  /** Or its undo. */
  | { readonly type: 'BeginImport' }
  | { readonly type: 'LeaveImport' }
  | { readonly type: 'ApplyChunk'; readonly chunk: ImportChunkApplied['data'] }
  /** `lines`: more that the other import has applied; null: it is undone. */
  | { readonly type: 'CorrectRows'; readonly by: string; readonly lines: readonly number[] | null }
  | { readonly type: 'CompleteImport' }
  | { readonly type: 'FailImport'; readonly failed: ImportFailed['data'] }
  | { readonly type: 'CancelImport'; readonly teamId: string }
  | { readonly type: 'RequestUndo'; readonly teamId: string }
  | { readonly type: 'UndoChunk'; readonly chunk: ImportChunkUndone['data'] }
  | { readonly type: 'CompleteUndo' }
  | { readonly type: 'DeleteImport'; readonly teamId: string }
  | { readonly type: 'DestroyFile'; readonly reason: ImportFileDestroyed['data']['reason'] };

/** How far through the file it is. */
export interface Walk {
  /** The number of the next chunk. */
  readonly index: number;
  readonly next: FilePlace;
}

export interface ImportState {
  readonly status: 'running' | 'completed' | 'failed' | 'canceled';
  readonly created: ImportCreated['data'];
  readonly applied: Walk & { readonly rows: number };
  /** Absent where no process is in the middle of it, or ended there. */
  readonly tries?: Tries | undefined;
  readonly failedRows: readonly SealedFile[];
  /** By id of the import that applied them corrected: their lines. */
  readonly corrected: Readonly<Record<string, readonly number[]>>;
  readonly undo: { readonly status: 'running' | 'completed' | 'failed'; readonly walk: Walk } | null;
  readonly isDestroyed: boolean;
  /** By the team: as one that does not exist. */
  readonly isDeleted: boolean;
}

type Refusal = 'not-found' | 'import-running' | 'import-over' | 'file-destroyed';

/** A file of contacts, applied a chunk at a time. What comes too late changes nothing. */
export const contactImport: Decider<ImportCommand, ImportState | null, ImportEvent, Refusal> = {
  initial: null,
  decide,
  evolve,
};

function decide(command: ImportCommand, state: ImportState | null): Decision<ImportEvent, Refusal> {
  if (command.type === 'CreateImport') return state === null ? [{ type: 'ImportCreated', data: command.created }] : [];
  if (state === null) return refuse('not-found');
  // Another team's is as one that does not exist.
  const isTheirs = 'teamId' in command && (state.created.teamId !== command.teamId || state.isDeleted);
  if (isTheirs) return refuse('not-found');
  const isRunning = state.status === 'running';
  switch (command.type) {
    case 'BeginImport':
      return begin(state);
    case 'LeaveImport':
      return state.tries === undefined ? [] : [{ type: 'ImportLeft', data: {} }];
    case 'ApplyChunk':
      // Its rows were applied, whatever came in between.
      return command.chunk.index === state.applied.index && state.status !== 'completed'
        ? [{ type: 'ImportChunkApplied', data: command.chunk }]
        : [];
    case 'CorrectRows': {
      const known = state.corrected[command.by] ?? [];
      const lines = command.lines === null ? [] : [...new Set([...known, ...command.lines])].sort((a, b) => a - b);
      return lines.length === known.length
        ? []
        : [{ type: 'ImportRowsCorrected', data: { importId: command.by, lines } }];
    }
    case 'CompleteImport':
      return isRunning ? [{ type: 'ImportCompleted', data: {} }] : [];
    case 'FailImport':
      return isRunning ? [{ type: 'ImportFailed', data: command.failed }] : [];
    case 'CancelImport':
      if (state.status === 'canceled') return [];
      return isRunning ? [{ type: 'ImportCanceled', data: {} }] : refuse('import-over');
    case 'RequestUndo':
      if (isRunning) return refuse('import-running');
      if (state.undo !== null) return [];
      return state.isDestroyed ? refuse('file-destroyed') : [{ type: 'ImportUndoRequested', data: {} }];
    case 'UndoChunk':
      return state.undo?.status === 'running' && state.undo.walk.index === command.chunk.index
        ? [{ type: 'ImportChunkUndone', data: command.chunk }]
        : [];
    case 'CompleteUndo':
      return state.undo?.status === 'running' ? [{ type: 'ImportUndone', data: {} }] : [];
    case 'DeleteImport':
      if (isRunning || state.undo?.status === 'running') return refuse('import-running');
      return [{ type: 'ImportFileDestroyed', data: { reason: 'deleted' } }];
    case 'DestroyFile':
      return state.isDestroyed ? [] : [{ type: 'ImportFileDestroyed', data: { reason: command.reason } }];
    default:
      return unreachable(command);
  }
}

/** Undoing is a walk of its own through the same chunks. */
const placeOf = (index: number, isUndo: boolean): string => `${isUndo ? 'undo' : 'apply'} ${index}`;

function begin({ status, applied, undo, tries }: ImportState): readonly ImportEvent[] {
  const isUndo = undo?.status === 'running';
  if (status !== 'running' && !isUndo) return [];
  const { index, next } = isUndo ? undo.walk : applied;
  if (mayTry(tries, placeOf(index, isUndo))) {
    return [{ type: 'ImportBegun', data: isUndo ? { index, isUndo } : { index } }];
  }
  const data = { reason: 'ended-process', line: next.line } as const;
  return [{ type: isUndo ? 'ImportUndoFailed' : 'ImportFailed', data }];
}

function evolve(state: ImportState | null, event: ImportEvent): ImportState | null {
  if (event.type === 'ImportCreated') {
    const created = event.data;
    const applied = { index: 0, next: created.rowsAt, rows: 0 };
    const before = { failedRows: [], corrected: {}, undo: null, isDestroyed: false, isDeleted: false };
    return { status: 'running', created, applied, ...before };
  }
  if (state === null) return null;
  switch (event.type) {
    case 'ImportBegun':
      return { ...state, tries: oneMoreTry(state.tries, placeOf(event.data.index, event.data.isUndo ?? false)) };
    case 'ImportLeft':
      return { ...state, tries: undefined };
    case 'ImportChunkApplied': {
      const { index, lastRow, next, failedRows } = event.data;
      const applied = { index: index + 1, next, rows: lastRow };
      return {
        ...state,
        applied,
        failedRows: [...state.failedRows, ...(failedRows === null ? [] : [failedRows])],
      };
    }
    case 'ImportRowsCorrected':
      return { ...state, corrected: { ...state.corrected, [event.data.importId]: event.data.lines } };
    case 'ImportCompleted':
      return { ...state, status: 'completed', tries: undefined };
    case 'ImportFailed':
      return { ...state, status: 'failed', tries: undefined };
    case 'ImportCanceled':
      return { ...state, status: 'canceled', tries: undefined };
    case 'ImportUndoRequested':
      return { ...state, undo: { status: 'running', walk: { index: 0, next: state.created.rowsAt } } };
    case 'ImportChunkUndone': {
      const { index, next } = event.data;
      return { ...state, undo: { status: 'running', walk: { index: index + 1, next } } };
    }
    case 'ImportUndoFailed':
      return state.undo === null ? state : { ...state, undo: { ...state.undo, status: 'failed' } };
    case 'ImportUndone':
      return state.undo === null ? state : { ...state, undo: { ...state.undo, status: 'completed' } };
    case 'ImportFileDestroyed':
      return { ...state, isDestroyed: true, isDeleted: state.isDeleted || event.data.reason === 'deleted' };
    default:
      return unreachable(event);
  }
}
