import type { ImportEvent, ImportFailed, RowCounts, UndoCounts } from '../../domain/import/events.js';
import { unreachable } from '../../domain/shared/decider.js';
import { reveal } from '../../domain/shared/personal.js';
import type { Actor } from '../../domain/shared/recorded.js';
import { idOf } from '../../domain/shared/stream-name.js';
import type { Projection } from '../shared/projection.js';

export const importStatuses = ['queued', 'in_progress', 'completed', 'failed'] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** A file of contacts that was uploaded, and how far it was applied. */
export interface ImportDocument {
  readonly id: string;
  readonly teamId: string;
  readonly status: ImportStatus;
  /** Null where it did not fail. */
  readonly reason: ImportFailed['data']['reason'] | 'canceled' | null;
  /** Where it failed. */
  readonly line: number | null;
  /** Null where it has none, or where that was destroyed. */
  readonly fileName: string | null;
  readonly bytes: number;
  readonly bytesRead: number;
  readonly onConflict: 'upsert' | 'skip';
  /** Who uploaded it. */
  readonly actor: Actor;
  readonly counts: RowCounts;
  /** How many of the rows that failed another import has applied since, by its id. */
  readonly corrected: Readonly<Record<string, number>>;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly completedAt: string | null;
  readonly undo: (UndoCounts & { readonly isOver: boolean; readonly failedAtLine?: number }) | null;
  /** File and failed rows can be read. */
  readonly hasFile: boolean;
}

export const importsProjection: Projection<ImportEvent, ImportDocument> = {
  name: 'imports',
  version: 4,
  categories: ['import'],
  handles: [
    'ImportCreated',
    'ImportBegun',
    'ImportChunkApplied',
    'ImportRowsCorrected',
    'ImportCompleted',
    'ImportFailed',
    'ImportCanceled',
    'ImportUndoRequested',
    'ImportChunkUndone',
    'ImportUndone',
    'ImportUndoFailed',
    'ImportFileDestroyed',
  ],
  personal: true,
  documentsOf: 'import',
  fields: { teamId: 'text', status: 'text' },
  indexes: [
    ['teamId', 'id'],
    ['teamId', 'status', 'id'],
  ],
  keys: ({ stream }) => [idOf(stream)],
  evolve(document, { event, metadata }, key) {
    if (event.type === 'ImportCreated') {
      const { teamId, fileName, file, onConflict } = event.data;
      return {
        id: key,
        teamId,
        status: 'queued',
        reason: null,
        line: null,
        fileName: fileName === null ? null : (reveal(fileName) ?? null),
        bytes: file.plainBytes,
        bytesRead: 0,
        onConflict,
        actor: { kind: metadata.actor.kind, id: metadata.actor.id },
        counts: { created: 0, updated: 0, skipped: 0, failed: 0 },
        corrected: {},
        createdAt: metadata.time,
        completedAt: null,
        undo: null,
        hasFile: true,
      };
    }
    if (document === undefined) return undefined;
    switch (event.type) {
      case 'ImportBegun':
        return document.status === 'queued' ? { ...document, status: 'in_progress' } : document;
      case 'ImportChunkApplied': {
        const { next, counts } = event.data;
        const status = document.status === 'queued' ? 'in_progress' : document.status;
        return { ...document, status, bytesRead: next.byte, counts: sumOf(document.counts, counts) };
      }
      case 'ImportRowsCorrected': {
        const { importId, lines } = event.data;
        return { ...document, corrected: { ...document.corrected, [importId]: lines.length } };
      }
      case 'ImportLeft':
        return document;
      case 'ImportCompleted':
        return { ...document, status: 'completed', bytesRead: document.bytes, completedAt: metadata.time };
      case 'ImportFailed':
        return { ...document, status: 'failed', ...event.data, completedAt: metadata.time };
      case 'ImportCanceled':
        return { ...document, status: 'failed', reason: 'canceled', completedAt: metadata.time };
      case 'ImportUndoRequested':
        return { ...document, undo: { deleted: 0, restored: 0, kept: 0, isOver: false } };
      case 'ImportChunkUndone':
        return document.undo === null
          ? document
          : { ...document, undo: { ...sumOf(document.undo, event.data.counts), isOver: false } };
      case 'ImportUndoFailed': {
        const undo = document.undo && { ...document.undo, isOver: true, failedAtLine: event.data.line };
        return { ...document, undo };
      }
      case 'ImportUndone':
        return document.undo === null ? document : { ...document, undo: { ...document.undo, isOver: true } };
      case 'ImportFileDestroyed':
        return event.data.reason === 'deleted' ? undefined : { ...document, fileName: null, hasFile: false };
      default:
        return unreachable(event);
    }
  },
};

function sumOf<Counts extends Readonly<Record<string, number>>>(counts: Counts & object, more: Counts): Counts {
  const sums = Object.entries(more).map(([name, count]) => [name, (counts[name] ?? 0) + count]);
  // The same names.
  return Object.fromEntries(sums) as Counts;
}
