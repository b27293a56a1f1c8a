import type { StreamName } from '../shared/stream-name.js';

/** A stream as it stood at a seal: its last revision and the digest of the event there. */
export type SealLeaf = readonly [stream: StreamName, revision: number, digest: string];

/**
 * Everything up to an event has been signed. It covers what came behind the seal before it, but for positions of process
 * managers and for seals; where it ends is its causation.
 */
export interface LogSealed {
  readonly type: 'LogSealed';
  readonly data: {
    readonly firstEventId: string;
    readonly lastEventId: string;
    /** Events covered. */
    readonly count: number;
    /** Every stream that was written to since the seal before, sorted by name. */
    readonly leaves: readonly SealLeaf[];
    /** SHA-256 (hex) over the leaves and the digest of the seal before. */
    readonly root: string;
    /** Ed25519, base64url, over first and last event, count and root. */
    readonly signature: string;
    /** Ed25519, base64url of its 32 bytes. */
    readonly publicKey: string;
  };
}

export type LogSealEvent = LogSealed;
