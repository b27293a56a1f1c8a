import type { StreamName } from '../../domain/shared/stream-name.js';

/** A row of keys, or a blob. */
export type VaultEntryKind = 'keys' | 'blob';

/** What the vault knows of an entry beside its bytes. */
export interface VaultEntryPlace {
  /** UUIDv7: the row's or the blob's. */
  readonly id: string;
  readonly anchor: StreamName;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What the search for entries that belong to nothing needs of the vault, beside `BlobStore.delete`. */
export interface VaultSweep {
  /** The entries of a kind behind an id (empty: from the first), in the order of their ids. */
  entries(kind: VaultEntryKind, after: string, limit: number): Promise<readonly VaultEntryPlace[]>;
  /**
   * Rows that no event names: their bytes are gone from the files when it resolves, and their kids read as `missing`
   * (a key that was destroyed before stays `destroyed`). Their names stay taken. Repeatable.
   */
  removeRows(rows: readonly string[]): Promise<void>;
  /** Files that no entry names, last written before this time (milliseconds since the epoch). Answers how many went. */
  removeStrayFiles(beforeMs: number): Promise<number>;
}
