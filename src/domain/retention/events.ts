import type { StreamName } from '../shared/stream-name.js';

/**
 * A whole stream is about to be removed, and how it ended. Without this fact the stream's absence is a loss, and an
 * audit names it.
 */
export interface StreamRetired {
  readonly type: 'StreamRetired';
  readonly data: {
    readonly stream: StreamName;
    readonly lastRevision: number;
    /** Digest of its last event. */
    readonly headDigest: string;
    /** `soft`: a submission's, which may be opened again; `tombstone`: for ever. */
    readonly mode: 'tombstone' | 'soft';
  };
}

export type RetentionEvent = StreamRetired;
