import { z } from 'zod';
import { event, type EventIn, type EventOf, kid, noMembers, personal, streams } from '../shared/event.js';
import { erasedText, type Personal, reveal } from '../shared/personal.js';

export const exportKinds = ['emails', 'suppressions', 'contacts', 'broadcast-recipients'] as const;
export type ExportKind = (typeof exportKinds)[number];

const exportFilters = z.object({
  search: z.string().exactOptional(),
  lastEvent: z.string().exactOptional(),
  fromMs: z.number().exactOptional(),
  toMs: z.number().exactOptional(),
  domain: z.string().exactOptional(),
  apiKeyId: z.string().exactOptional(),
  tag: z.object({ name: z.string(), value: z.string().exactOptional() }).exactOptional(),
  topicId: z.string().exactOptional(),
  bounceReason: z.string().exactOptional(),
  /** These are of contacts. */
  segmentId: z.string().exactOptional(),
  isUnsubscribed: z.boolean().exactOptional(),
  optedIn: z.string().exactOptional(),
  optedOut: z.string().exactOptional(),
  formId: z.string().exactOptional(),
  importId: z.string().exactOptional(),
  /** These are of the recipients of a broadcast. */
  broadcastId: z.string().exactOptional(),
  recipientType: z.string().exactOptional(),
  addressStart: z.string().exactOptional(),
  bounceType: z.string().exactOptional(),
});
/** What is to be in the file, as a list is filtered; what is absent lets everything through. */
export type ExportFilters = Readonly<z.output<typeof exportFilters>>;

/** Somebody wants what a list shows as a file. */
const exportRequested = event('ExportRequested', {
  data: z.object({
    teamId: z.string(),
    kind: z.enum(exportKinds),
    /** They name people. */
    filters: personal(exportFilters, { erased: 'with the export, whose keys are destroyed when it ends' }),
    /** Id of the key that the file will be sealed under. */
    fileKid: kid,
  }),
  summary: ({ kind, filters }) => `Export of ${kind} requested: ${inWords(filters)}`,
});
export type ExportRequested = EventOf<typeof exportRequested>;

const exportFile = z.object({
  blobId: z.string(),
  /** Size of the file before it was sealed. */
  plainBytes: z.number(),
  /** As it is stored. */
  sizeBytes: z.number(),
  /** SHA-256 (hex) over what is stored. */
  digest: z.string(),
});
/** Where the sealed file lies; its anchor is the export's stream. */
export type ExportFile = Readonly<z.output<typeof exportFile>>;

const exportFinished = event('ExportFinished', {
  data: z.object({
    rows: z.number(),
    file: exportFile,
    /** ISO 8601: destroyed then. */
    expiresAt: z.string(),
  }),
  summary: ({ rows, expiresAt }) => `File with ${rows} rows created, kept until ${expiresAt}`,
});
export type ExportFinished = EventOf<typeof exportFinished>;

/** A process begins to make the file: said before, so that an end of the process in the middle is known. */
const exportBegun = event('ExportBegun', { data: noMembers, summary: 'Creating the file' });
export type ExportBegun = EventOf<typeof exportBegun>;
/** The process stopped making it, and lives, or ends in order. */
const exportLeft = event('ExportLeft', { data: noMembers, summary: 'Interrupted; the file is created later' });
export type ExportLeft = EventOf<typeof exportLeft>;

export const exportFailures = ['too-many-rows', 'too-large', 'ended-the-process'] as const;
const noFile = {
  'too-many-rows': 'too many rows',
  'too-large': 'too large',
  'ended-the-process': 'the export crashed the server twice',
} as const satisfies Readonly<Record<(typeof exportFailures)[number], string>>;

/** There will be no file. */
const exportFailed = event('ExportFailed', {
  data: z.object({ reason: z.enum(exportFailures) }),
  summary: ({ reason }) => `No file: ${noFile[reason]}`,
});
export type ExportFailed = EventOf<typeof exportFailed>;

/**
 * The file is to be destroyed, or will not be made: it is old, may name somebody who was erased, or was deleted by the
 * team.
 */
const exportExpired = event('ExportExpired', {
  data: z.object({ reason: z.enum(['age', 'erasure', 'deleted']) }),
  summary: ({ reason }) =>
    reason === 'age' ? 'File destroyed because it expired' : 'File destroyed because a person was erased',
});
export type ExportExpired = EventOf<typeof exportExpired>;

export const exportStreams = streams('export', [
  exportRequested,
  exportBegun,
  exportLeft,
  exportFinished,
  exportFailed,
  exportExpired,
]);
export type ExportEvent = EventIn<typeof exportStreams>;

function inWords(filters: Personal<ExportFilters>): string {
  const revealed = reveal(filters);
  if (revealed === undefined) return erasedText;
  return Object.keys(revealed).length === 0 ? 'all of them' : `those with ${JSON.stringify(revealed)}`;
}

declare module '../shared/stream-name.js' {
  interface Categories {
    readonly export: true;
  }
}
