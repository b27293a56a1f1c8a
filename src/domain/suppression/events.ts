import type { Personal } from '../shared/personal.js';
import type { Position } from '../shared/recorded.js';

/** Why an address is on the list. */
export type SuppressionOrigin = 'bounce' | 'complaint' | 'manual';

/** `bulk`: only mail of the bulk class is kept from it. */
export type SuppressionScope = 'all' | 'bulk';

/** The event of a mail that something followed from. */
export interface SuppressionSource {
  readonly emailId: string;
  readonly eventId: string;
  /** In the log that it was written to: another engine's log places it elsewhere. */
  readonly position: Position;
  /** ISO 8601: when it was recorded. */
  readonly at: string;
}

/** No mail goes to this address any more, until it is removed, or until `expiresAt` (ISO 8601). Replaces an earlier entry. */
export interface SuppressionAdded {
  readonly type: 'SuppressionAdded';
  readonly data: {
    readonly teamId: string;
    /** Keyed hash, to find what is to be erased. */
    readonly addressHash: string;
    readonly address: Personal<string>;
    readonly origin: SuppressionOrigin;
    /** Null: the team added it itself. */
    readonly source: SuppressionSource | null;
    readonly scope: SuppressionScope;
    readonly expiresAt: string | null;
  };
}

/** Taken off the list. What happened before is forgotten with it. */
export interface SuppressionRemoved {
  readonly type: 'SuppressionRemoved';
  readonly data: Readonly<Record<string, never>>;
}

/** A refusal that counts against the address, and is not enough alone. */
export interface SuppressionConsidered {
  readonly type: 'SuppressionConsidered';
  readonly data: { readonly why: 'invalid' | 'full'; readonly source: SuppressionSource };
}

export type SuppressionEvent = SuppressionAdded | SuppressionRemoved | SuppressionConsidered;
