import type { Kid } from '../shared/personal.js';
import type { StreamName } from '../shared/stream-name.js';

/**
 * `listed`: keys and blobs of these streams are about to be destroyed. `person`: everything of this person is to go, in
 * as many listed erasures as it takes. `person` is a keyed hash, where a person asked.
 */
export interface ErasureRequested {
  readonly type: 'ErasureRequested';
  readonly data: {
    readonly scope: 'listed' | 'person';
    readonly person: string | null;
    readonly streams: readonly StreamName[];
    readonly kids: readonly Kid[];
    readonly blobIds: readonly string[];
  };
}

/** They are destroyed: the documents of these streams are folded anew. */
export interface ErasureCompleted {
  readonly type: 'ErasureCompleted';
  readonly data: { readonly streams: readonly StreamName[]; readonly kids: readonly Kid[] };
}

export type ErasureEvent = ErasureRequested | ErasureCompleted;
