import type { StreamName } from '../../domain/shared/stream-name.js';

/** A row of keys as it is stored: wrapped by the master key. */
export interface WrappedRow {
  /** UUIDv7. */
  readonly id: string;
  readonly anchor: StreamName;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Those that are left, by their place in the row. */
  readonly keys: ReadonlyMap<number, Buffer>;
}

/** A key that was destroyed. */
export interface Tombstone {
  /** The kid. */
  readonly id: string;
  /** ISO 8601. */
  readonly destroyedAt: string;
}

export interface WrappedSecret {
  /** Its name. */
  readonly id: string;
  /** Null when it was destroyed, and its name stays. */
  readonly wrapped: Buffer | null;
}

/** The value that only the right master key opens, and the vault's id. */
interface SealedIdentity {
  readonly keyStoreId: string;
  readonly sealed: Buffer;
}

/** One kind of entry, in the order of ids. */
export interface VaultEntries<Entry extends { readonly id: string }> {
  /** Behind an id (empty: from the first), at most `limit`. */
  list(after: string, limit: number): Promise<readonly Entry[]>;
  /** Durable when it resolves. None of them may be there yet. */
  adopt(entries: readonly Entry[]): Promise<void>;
}

/** The vault as bytes, for copying it whole: nothing is unwrapped, so both sides have one master key. */
export interface VaultCopy {
  readonly rows: VaultEntries<WrappedRow>;
  readonly tombstones: VaultEntries<Tombstone>;
  readonly secrets: VaultEntries<WrappedSecret>;
  /** Undefined until the vault has been established. */
  identity(): Promise<SealedIdentity | undefined>;
  adoptIdentity(identity: SealedIdentity): Promise<void>;
}
