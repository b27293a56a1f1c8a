import type { Kid } from '../shared/personal.js';
import type { StreamName } from '../shared/stream-name.js';

/** Keys and blobs of these streams are about to be destroyed. `person` is a keyed hash, where a person asked. */
export interface ErasureRequested {
  readonly type: 'ErasureRequested';
  readonly data: {
    readonly person: string | null;
    readonly streams: readonly StreamName[];
    readonly kids: readonly Kid[];
    readonly blobIds: readonly string[];
  };
}

/** They are destroyed: whoever keeps documents of these streams folds them anew. */
export interface ErasureCompleted {
  readonly type: 'ErasureCompleted';
  readonly data: { readonly streams: readonly StreamName[]; readonly kids: readonly Kid[] };
}

export type ErasureEvent = ErasureRequested | ErasureCompleted;
