import type { Kid, Personal } from '../shared/personal.js';

export const exportKinds = ['emails', 'suppressions'] as const;
export type ExportKind = (typeof exportKinds)[number];

/** What is to be in the file, as a list is filtered; what is absent lets everything through. */
export interface ExportFilters {
  readonly search?: string;
  readonly lastEvent?: string;
  readonly fromMs?: number;
  readonly toMs?: number;
  readonly domain?: string;
  readonly apiKeyId?: string;
  readonly tag?: { readonly name: string; readonly value?: string };
}

/** Somebody wants what a list shows as a file. */
export interface ExportRequested {
  readonly type: 'ExportRequested';
  readonly data: {
    readonly teamId: string;
    readonly kind: ExportKind;
    /** They name people. */
    readonly filters: Personal<ExportFilters>;
    /** Of the key that the file will be sealed under. */
    readonly fileKid: Kid;
  };
}

/** Where the sealed file lies; its anchor is the export's stream. */
export interface ExportFile {
  readonly blobId: string;
  /** Of the file itself. */
  readonly plainBytes: number;
  /** As it is stored. */
  readonly sizeBytes: number;
  /** SHA-256 (hex) over what is stored. */
  readonly digest: string;
}

export interface ExportFinished {
  readonly type: 'ExportFinished';
  readonly data: {
    readonly rows: number;
    readonly file: ExportFile;
    /** ISO 8601: destroyed then. */
    readonly expiresAt: string;
  };
}

/** There will be no file. */
export interface ExportFailed {
  readonly type: 'ExportFailed';
  readonly data: { readonly reason: 'too-many-rows' | 'too-large' };
}

/** The file is to be destroyed, or will not be made: it is old, may name somebody who was erased, or was deleted by the team. */
export interface ExportExpired {
  readonly type: 'ExportExpired';
  readonly data: { readonly reason: 'age' | 'erasure' | 'deleted' };
}

export type ExportEvent = ExportRequested | ExportFinished | ExportFailed | ExportExpired;
