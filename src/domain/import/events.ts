import { z } from 'zod';
import { byContactField } from '../shared/contact-fields.js';
import { type DataOf, event, type EventIn, type EventOf, kid, noMembers, personal, streams } from '../shared/event.js';
import { erasedText, reveal } from '../shared/personal.js';
import { consentSenses, standings } from './consent-columns.js';
import { encodings } from './encodings.js';

export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];
/** `single`: cells stand in apostrophes. `backslash`: a quote in a cell has a backslash before it. */
const quotings = ['single', 'backslash'] as const;
export type Quoting = (typeof quotings)[number];
/** What becomes of a row whose address is a contact's already. */
export const conflictRules = ['upsert', 'skip'] as const;
export type ConflictRule = (typeof conflictRules)[number];

const sealedFile = z.object({
  blobId: z.string(),
  /** Size of the content before it was sealed. */
  plainBytes: z.number(),
  /** As it is stored. */
  sizeBytes: z.number(),
  /** SHA-256 (hex) over what is stored. */
  digest: z.string(),
});
/** Where sealed bytes lie; their anchor is the import's stream. */
export type SealedFile = DataOf<typeof sealedFile>;

const column = z.number().nullable();
const columns = z.object({
  email: z.number(),
  ...byContactField(() => column.optional()),
  unsubscribed: column,
  properties: z.array(
    z.object({
      key: z.string(),
      column: z.number(),
      type: z.enum(['string', 'number']),
      /** What stands before the decimals in the file; absent: a point. */
      decimal: z.enum([',', '.']).optional(),
    }),
  ),
  /** A name that is to be split in two. */
  fullName: z.number().optional(),
  /** What says who agreed. `isNeeded`: a person with an empty cell never agreed. */
  consents: z
    .array(z.object({ column: z.number(), sense: z.enum(consentSenses), isNeeded: z.boolean().optional() }))
    .optional(),
  /** When and from where somebody agreed, the first that is filled; and when somebody left. */
  optInAt: z.array(z.number()).optional(),
  optInIp: z.array(z.number()).optional(),
  leftAt: z.number().optional(),
  /** Since when the person is known, in an export of this server. */
  since: z.number().optional(),
  /** Names of segments. */
  tags: z.array(z.number()).optional(),
  topics: z.array(z.object({ topicId: z.string(), column: z.number() })).optional(),
});
/** By what it is for: the place of the column in the file, from 0; null or absent where the file has none. */
export type ImportColumns = DataOf<typeof columns>;

/** Where reading goes on: the next byte of the file, and its line, from 1. */
const place = z.object({ byte: z.number(), line: z.number() });
export type FilePlace = DataOf<typeof place>;

/** A file of contacts was uploaded, checked and kept. */
const importCreated = event('ImportCreated', {
  data: z.object({
    teamId: z.string(),
    file: sealedFile,
    /** Id of the key that the file and the rows that failed are sealed under. */
    fileKid: kid,
    fileName: personal(z.string(), { erased: 'with the file, whose keys are destroyed with it' }).nullable(),
    encoding: z.enum(encodings),
    separator: z.enum(separators),
    columns,
    /** Where the rows begin, behind the header. */
    rowsAt: place,
    onConflict: z.enum(conflictRules),
    segmentIds: z.array(z.string()),
    topics: z.array(z.object({ topicId: z.string(), isSubscribed: z.boolean() })),
    /** ISO 8601: of when the file is. What contacts said or were changed to since stands. */
    fileAt: z.string(),
    /** What all people of the file are at most; absent: what their rows say. */
    standing: z.enum(standings).optional(),
    /** Cells of the header: a row with more of them is not read. */
    width: z.number().optional(),
    /** Where the header is, where that is not the first line. */
    headerAt: place.optional(),
    /** How cells are quoted, where that is not as RFC 4180 says. */
    quoting: z.enum(quotings).optional(),
    /** Its rows are those of another import that failed, corrected: which of them begins at which line of the file. */
    corrects: z
      .object({ importId: z.string(), rows: z.array(z.object({ line: z.number(), at: z.number() })) })
      .optional(),
  }),
  summary: ({ fileName, file, onConflict }) =>
    `Import of ${fileName === null ? 'a file' : (reveal(fileName) ?? erasedText)}, ${file.plainBytes} bytes; existing contacts: ${onConflict}`,
});
export type ImportCreated = EventOf<typeof importCreated>;

const rowCounts = z.object({ created: z.number(), updated: z.number(), skipped: z.number(), failed: z.number() });
export type RowCounts = DataOf<typeof rowCounts>;

const importChunkApplied = event('ImportChunkApplied', {
  data: z.object({
    /** From 0. */
    index: z.number(),
    /** From 1, behind the header. */
    firstRow: z.number(),
    lastRow: z.number(),
    next: place,
    counts: rowCounts,
    /** Rows of CSV without a header: the row's columns, its line and why; null where none failed. */
    failedRows: sealedFile.nullable(),
  }),
  summary: ({ firstRow, lastRow, counts: { created, updated, skipped, failed } }) =>
    `Rows ${firstRow} to ${lastRow}: ${created} created, ${updated} updated, ${skipped} skipped, ${failed} failed`,
  activity: 'never',
});
export type ImportChunkApplied = EventOf<typeof importChunkApplied>;

/**
 * A process begins to apply chunks. It is written before the first of them, so that a chunk that ends the process each
 * time shows.
 */
const importBegun = event('ImportBegun', {
  data: z.object({
    /** The chunk that it begins with, from 0. */
    index: z.number(),
    /** The chunk is to be undone; missing where it is to be applied. */
    isUndo: z.literal(true).optional(),
  }),
  summary: ({ index, isUndo }) => `${isUndo ? 'The undo' : 'The import'} starts at part ${index + 1}`,
  activity: 'never',
});
/** The process stops applying or undoing chunks, in order. */
const importLeft = event('ImportLeft', {
  data: noMembers,
  summary: 'Import interrupted; it continues later',
  activity: 'never',
});

/** Rows that failed, by their lines, that another import has applied since they were corrected: all that it has. */
const importRowsCorrected = event('ImportRowsCorrected', {
  data: z.object({ importId: z.string(), lines: z.array(z.number()) }),
  summary: ({ importId, lines }) =>
    `Corrected by import ${importId}: ${lines.length === 1 ? '1 row' : `${lines.length} rows`}`,
  activity: 'never',
});

const importCompleted = event('ImportCompleted', { data: noMembers, summary: 'Import completed' });

export const importFailures = ['row-too-long', 'erasure', 'ended-process'] as const;
/** No further row is read; those before stay as they were applied. */
const importFailed = event('ImportFailed', {
  data: z.object({ reason: z.enum(importFailures), line: z.number().nullable() }),
  summary: ({ reason, line }) =>
    reason === 'erasure'
      ? 'Import failed: a person was erased whom the file may contain'
      : reason === 'ended-process'
        ? `Import failed: the rows from line ${line} crashed the server twice`
        : `Import failed: the row at line ${line} is too long`,
});
export type ImportFailed = EventOf<typeof importFailed>;

/** No further chunk is begun. */
const importCanceled = event('ImportCanceled', { data: noMembers, summary: 'Import canceled' });

const importUndoRequested = event('ImportUndoRequested', { data: noMembers, summary: 'Undo of the import requested' });

const undoCounts = z.object({ deleted: z.number(), restored: z.number(), kept: z.number() });
export type UndoCounts = DataOf<typeof undoCounts>;
const importChunkUndone = event('ImportChunkUndone', {
  data: z.object({ index: z.number(), next: place, counts: undoCounts }),
  summary: ({ counts: { deleted, restored, kept } }) =>
    `Undone: ${deleted} contacts deleted, ${restored} restored, ${kept} unchanged`,
  activity: 'never',
});
export type ImportChunkUndone = EventOf<typeof importChunkUndone>;
/** No further chunk is undone; those that were stay so. */
const importUndoFailed = event('ImportUndoFailed', {
  data: z.object({ reason: z.enum(['ended-process']), line: z.number() }),
  summary: ({ line }) => `Undo failed: undoing the rows from line ${line} crashed the server twice`,
});
const importUndone = event('ImportUndone', { data: noMembers, summary: 'Import undone' });

/** Neither file nor failed rows can be read from here on. */
const importFileDestroyed = event('ImportFileDestroyed', {
  data: z.object({ reason: z.enum(['age', 'erasure', 'deleted']) }),
  summary: ({ reason }) =>
    reason === 'age'
      ? 'File destroyed because it expired'
      : reason === 'erasure'
        ? 'File destroyed because a person was erased'
        : 'Import deleted',
});
export type ImportFileDestroyed = EventOf<typeof importFileDestroyed>;

export const importStreams = streams('import', [
  importCreated,
  importBegun,
  importLeft,
  importChunkApplied,
  importRowsCorrected,
  importCompleted,
  importFailed,
  importCanceled,
  importUndoRequested,
  importChunkUndone,
  importUndoFailed,
  importUndone,
  importFileDestroyed,
]);
export type ImportEvent = EventIn<typeof importStreams>;

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly import: true;
  }
}
