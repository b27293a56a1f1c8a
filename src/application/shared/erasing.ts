import type { ErasureRequested } from '../../domain/erasure/events.js';
import type { BodySealer } from '../ports/body-sealer.js';
import type { StoredEvent } from '../ports/event-store.js';
import type { BlobStore, KeyStore } from '../ports/vault.js';
import type { LogPorts, Provenance } from './handle.js';
import type { ProcessManager } from './run-process-manager.js';

export interface ErasurePorts extends LogPorts {
  readonly keys: KeyStore;
  readonly blobs: BlobStore;
}

export interface PersonErasurePorts extends ErasurePorts {
  readonly sealer: BodySealer;
}

/** What one erasure destroys, small enough for one append. */
export type Erasable = Pick<ErasureRequested['data'], 'streams' | 'kids' | 'blobIds'>;

/** What goes of a person with one event. `whole`: of a mail, all of it. */
export interface Found extends Erasable {
  readonly whole?: boolean;
  /** Nothing more of the person is in the stream: its other events need not be looked at. */
  readonly isAllOfStream?: boolean;
}

/**
 * How a type of event gives up a person, where that is more than the personal values beside their hash: what goes
 * (undefined: nothing of theirs is left), asked only where the person's hash stands in the event; or what first writes
 * the events that such a one stands for.
 */
export type EraseFrom =
  | ((
      ports: PersonErasurePorts,
      stored: StoredEvent,
      person: string,
      provenance: Provenance,
    ) => Promise<Found | undefined>)
  | { readonly openedBy: (ports: PersonErasurePorts) => ProcessManager };
